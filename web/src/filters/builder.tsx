import { Plus, Trash2 } from 'lucide-react'
import { Button } from '@/ui/button'
import { Select } from '@/ui/choices'
import { added, blank, DEEPEST, isGroup, operatorsFor, removed, replaced, withField, withOperator, type Condition, type FilterField, type Group, type Operator } from './model'
import { Value } from './value'
import { operatorWords, words } from './words'

interface BuilderProps {
  group: Group
  fields: FilterField[]
  change: (group: Group) => void
}

/** Whom it is about: conditions, and groups of them, as audiences, searches, filters and splits take them. */
export function FilterBuilder(props: BuilderProps) {
  return <GroupRows {...props} depth={1} />
}

function GroupRows({ group, fields, change, depth, remove: removeGroup }: BuilderProps & { depth: number; remove?: () => void }) {
  const first = fields[0]
  const remove = (at: number) => change(removed(group, at))
  return (
    <div role="group" aria-label={depth === 1 ? logicWords(group) : words.group} className="grid min-w-0 gap-[8px]">
      <Logic group={group} change={change} />
      {group.filters.map((node, at) =>
        isGroup(node) ? (
          <div key={at} className="min-w-0 rounded-card border border-line bg-sunken/50 p-[10px]">
            <GroupRows group={node} fields={fields} depth={depth + 1} change={(inner) => change(replaced(group, at, inner))} remove={() => remove(at)} />
          </div>
        ) : (
          <Row key={at} at={at} condition={node} fields={fields} change={(next) => change(replaced(group, at, next))} remove={() => remove(at)} />
        ),
      )}
      {first && (
        <div className="flex flex-wrap gap-[8px]">
          <Button small icon={Plus} onClick={() => change(added(group, blank(first)))}>
            {words.add}
          </Button>
          {depth < DEEPEST && (
            <Button small kind="ghost" onClick={() => change(added(group, { logicalOperator: otherThan(group), filters: [blank(first)] }))}>
              {words.addGroup}
            </Button>
          )}
          {removeGroup && (
            <Button small kind="ghost" icon={Trash2} onClick={removeGroup}>
              {words.removeGroup}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const logicWords = ({ logicalOperator }: Group) => (logicalOperator === 'and' ? words.every : words.some)
/** A group inside another one is there to count the other way. */
const otherThan = ({ logicalOperator }: Group) => (logicalOperator === 'and' ? 'or' : 'and')

function Logic({ group, change }: Pick<BuilderProps, 'group' | 'change'>) {
  const options = [
    { value: 'and', name: words.every },
    { value: 'or', name: words.some },
  ]
  return (
    <span className="justify-self-start">
      <Select
        small
        aria-label={words.logic}
        options={options}
        value={group.logicalOperator}
        onChange={(event) => change({ ...group, logicalOperator: event.target.value === 'or' ? 'or' : 'and' })}
      />
    </span>
  )
}

interface RowProps {
  at: number
  condition: Condition
  fields: FilterField[]
  change: (condition: Condition) => void
  remove: () => void
}

function Row({ at, condition, fields, change, remove }: RowProps) {
  const known = fields.find(({ field }) => field === condition.field)
  const type = known?.type ?? 'string'
  // One that was deleted meanwhile still stands in the filter, and has to be seen to be removed.
  const offered = known ? fields : [...fields, { field: condition.field, name: condition.field, type }]
  const choose = (field: string) => {
    const chosen = offered.find((one) => one.field === field)
    if (chosen) change(withField(condition, type, chosen))
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-[6px] desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.3fr)_auto]">
      <Select
        aria-label={words.field}
        options={offered.map(({ field, name }) => ({ value: field, name }))}
        value={condition.field}
        onChange={(event) => choose(event.target.value)}
      />
      <span className="order-1 grid min-w-0 max-desk:col-span-2 desk:order-none">
        <Select
          aria-label={words.operator}
          options={operatorsFor(type, condition.operator).map((value) => ({ value, name: operatorWords[value] }))}
          value={condition.operator}
          onChange={(event) => change(withOperator(condition, event.target.value as Operator))}
        />
      </span>
      <span className="order-2 grid min-w-0 max-desk:col-span-2 desk:order-none">
        <Value condition={condition} type={type} change={(value) => change({ ...condition, value })} />
      </span>
      <Button kind="ghost" icon={Trash2} label={words.remove(at + 1)} onClick={remove} />
    </div>
  )
}
