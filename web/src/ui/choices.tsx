import { ChevronDown } from 'lucide-react'
import { Switch as Kit } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { cx } from './cx'
import { CONTROL, Labelled, type FieldProps } from './field'

export interface Option {
  value: string
  name: string
}

/** The browser's own list: on a phone it is the best there is. */
export function SelectField({ options, ...field }: FieldProps & { options: Option[] }) {
  const { register } = useFormContext()
  return (
    <Labelled {...field}>
      {(described) => <Select {...described} {...register(field.name)} options={options} />}
    </Labelled>
  )
}

type SelectProps = React.ComponentProps<'select'> & { options: Option[]; small?: boolean }

export function Select({ options, small, ...select }: SelectProps) {
  return (
    <span className="relative inline-flex min-w-0">
      <select {...select} className={cx(CONTROL, 'appearance-none pe-[30px]', small ? 'h-[28px] text-small' : 'h-[34px]')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute inset-y-0 end-[10px] my-auto text-ink-3" />
    </span>
  )
}

/** Any number of several, as boxes with their names. */
export function BoxesField({ options, ...field }: FieldProps & { options: (Option & { note?: string })[] }) {
  const { register } = useFormContext()
  const id = useId()
  return (
    <fieldset className="grid gap-[6px]" aria-describedby={field.hint ? id : undefined}>
      <legend className="mb-[5px] font-[550]">{field.label}</legend>
      <div className="grid gap-[6px] desk:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-[8px]">
            <input type="checkbox" value={option.value} {...register(field.name)} className="mt-[3px] size-[15px] accent-(--act)" />
            <span className="min-w-0">
              {option.name}
              {option.note && <span className="block text-small text-ink-3">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {field.hint && (
        <p id={id} className="text-small text-ink-3">
          {field.hint}
        </p>
      )}
    </fieldset>
  )
}

export interface SwitchProps {
  label: string
  hint?: ReactNode
  on: boolean
  change: (on: boolean) => void
  disabled?: boolean
}

/** Something that is on or off and changes at once. */
export function Switch({ label, hint, on, change, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-[12px] py-[6px]">
      <div className="min-w-0 grow">
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        {hint && <p className="text-small text-ink-3">{hint}</p>}
      </div>
      <Kit.Root
        id={id}
        checked={on}
        onCheckedChange={change}
        disabled={disabled ?? false}
        className="h-[20px] w-[34px] shrink-0 rounded-full border border-edge bg-sunken p-[2px] transition-colors disabled:opacity-50 data-[state=checked]:border-act data-[state=checked]:bg-act"
      >
        <Kit.Thumb className="block size-[14px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-[14px] data-[state=checked]:bg-on-act" />
      </Kit.Root>
    </div>
  )
}

/** One of a few, side by side, each with a word about it. */
export function ChoiceField({ name, label, options }: { name: string; label: string; options: (Option & { note?: string })[] }) {
  const { field } = useController({ name })
  return (
    <fieldset>
      <legend className="mb-[5px] font-[550]">{label}</legend>
      <div className="grid gap-[6px] desk:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-[8px] rounded-control border border-line px-[10px] py-[8px] has-checked:border-act has-checked:shadow-[inset_0_0_0_1px_var(--act)] has-focus-visible:outline-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              className="mt-[3px] size-[14px] accent-(--act)"
              name={field.name}
              checked={field.value === option.value}
              onChange={() => field.onChange(option.value)}
            />
            <span>
              <span className="font-[550]">{option.name}</span>
              {option.note && <span className="block text-small text-ink-3">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
