import { useState } from 'react'
import { Select } from '@/ui/choices'
import { cx } from '@/ui/cx'
import { CONTROL } from '@/ui/field'
import { asList, asSpan, shapeOf, type Condition, type FieldType, type Span } from './model'
import { words } from './words'

interface ValueProps {
  condition: Condition
  type: FieldType
  change: (value: unknown) => void
}

const UNITS = Object.entries(words.units).map(([value, name]) => ({ value, name }))
const INPUTS: Record<FieldType, string> = { string: 'text', number: 'number', boolean: 'text', date: 'date' }

/** What a condition compares with, in the form that its comparison takes. */
export function Value({ condition, type, change }: ValueProps) {
  const { operator, value } = condition
  switch (shapeOf(operator)) {
    case 'nothing':
      return null
    case 'one':
      return <Input label={words.value} type={type} value={value} change={change} />
    case 'list':
      return <ListInput list={asList(value)} change={change} />
    case 'range':
      return <Range type={type} value={asList(value)} change={change} />
    case 'span':
      return <SpanInput span={asSpan(value)} change={change} />
  }
}

/** Keeps what is typed as it is: the comma before the next name is no name yet. */
function ListInput({ list, change }: { list: string[]; change: (value: unknown) => void }) {
  const [text, setText] = useState(list.join(', '))
  const read = (text: string) => {
    setText(text)
    change(text.split(',').map((one) => one.trim()).filter(Boolean))
  }
  return <Input label={words.value} type="string" hint={words.list} value={text} change={(text) => read(String(text))} />
}

function Range({ type, value: [from = '', to = ''], change }: { type: FieldType; value: string[]; change: (value: unknown) => void }) {
  return (
    <span className="flex min-w-0 gap-[6px]">
      <Input label={words.from} type={type} value={from} change={(from) => change([from, to])} />
      <Input label={words.to} type={type} value={to} change={(to) => change([from, to])} />
    </span>
  )
}

function SpanInput({ span, change }: { span: Span; change: (value: unknown) => void }) {
  return (
    <span className="flex min-w-0 gap-[6px]">
      <Input label={words.amount} type="number" value={span.amount} change={(amount) => change({ ...span, amount })} />
      <span className="shrink-0">
        <Select aria-label={words.unit} options={UNITS} value={span.unit} onChange={(event) => change({ ...span, unit: event.target.value })} />
      </span>
    </span>
  )
}

interface InputProps {
  label: string
  hint?: string
  type: FieldType
  value: unknown
  change: (value: string | number) => void
}

function Input({ label, hint, type, value, change }: InputProps) {
  const read = (text: string) => change(type === 'number' && text !== '' ? Number(text) : text)
  return (
    <input
      aria-label={label}
      placeholder={hint}
      type={INPUTS[type]}
      value={String(value ?? '')}
      onChange={(event) => read(event.target.value)}
      className={cx(CONTROL, 'h-[34px] min-w-0')}
    />
  )
}
