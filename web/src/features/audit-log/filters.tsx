import { useMembers } from '@/api/people'
import { Button } from '@/ui/button'
import { Select } from '@/ui/choices'
import { CONTROL } from '@/ui/field'
import { words } from './words'

export interface AuditSearch {
  person?: string
  act?: string
  from?: string
  to?: string
}

/** Filters live in the address, so that what one found can be passed on. */
export function Filters({ search, set }: { search: AuditSearch; set: (next: AuditSearch) => void }) {
  const members = useMembers()
  const people = (members.data ?? []).map((one) => ({ value: one.personId, name: one.name ?? one.email }))
  const { person = '', act = '', from = '', to = '' } = search
  return (
    <div className="mb-[12px] flex flex-wrap items-end gap-[10px]">
      <Labelled name={words.person}>
        <Select
          small
          options={[{ value: '', name: words.anybody }, ...people]}
          value={person}
          onChange={(event) => set({ ...search, person: event.target.value })}
        />
      </Labelled>
      <Labelled name={words.act}>
        <input
          className={`${CONTROL} mono h-[28px] w-[170px]`}
          placeholder="domains.create"
          defaultValue={act}
          key={act}
          onBlur={(event) => event.target.value !== act && set({ ...search, act: event.target.value.trim() })}
          onKeyDown={(event) => event.key === 'Enter' && set({ ...search, act: event.currentTarget.value.trim() })}
        />
      </Labelled>
      <Day name={words.from} value={from} set={(next) => set({ ...search, from: next })} />
      <Day name={words.to} value={to} set={(next) => set({ ...search, to: next })} />
      {(person || act || from || to) && (
        <Button small kind="ghost" onClick={() => set({ person: '', act: '', from: '', to: '' })}>
          {words.clear}
        </Button>
      )}
    </div>
  )
}

function Day({ name, value, set }: { name: string; value: string; set: (value: string) => void }) {
  return (
    <Labelled name={name}>
      <input type="date" className={`${CONTROL} h-[28px] text-small`} value={value} onChange={(event) => set(event.target.value)} />
    </Labelled>
  )
}

function Labelled({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className="grid gap-[3px] text-tiny text-ink-3">
      {name}
      {children}
    </label>
  )
}
