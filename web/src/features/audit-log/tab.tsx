import { useNavigate, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useAuditLog, type AuditEntry } from '@/api/audit-log'
import { useZone } from '@/shell/here'
import { age, exact } from '@/format'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Empty } from '@/ui/states'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { EntryPanel } from './entry-panel'
import { Filters, type AuditSearch } from './filters'
import { actInWords, filterOf } from './model'
import { words } from './words'

export function AuditLogTab() {
  const search = useSearch({ strict: false }) as AuditSearch
  const navigate = useNavigate()
  const filter = filterOf(search)
  const log = useAuditLog(filter)
  const zone = useZone()
  const [opened, setOpened] = useState<AuditEntry>()
  const filtered = Object.keys(filter).length > 0
  const set = (next: AuditSearch) => void navigate({ to: '/settings/audit-log', search: next as Record<string, string>, replace: true })
  return (
    <Card title={words.title} note={words.note}>
      <Filters search={search} set={set} />
      <Loaded of={log} skeleton={<TableSkeleton rows={8} />} empty={<Empty icon={History} {...(filtered ? words.emptyFilter : words.empty)} />}>
        {(rows) => <Table label={words.title} rows={rows} columns={columns(zone)} id={idOf} open={setOpened} />}
      </Loaded>
      {log.hasNextPage && (
        <div className="mt-[12px] flex justify-center">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      {opened && <EntryPanel entry={opened} close={() => setOpened(undefined)} />}
    </Card>
  )
}

const idOf = (row: AuditEntry) => `${row.at} ${row.act} ${row.target?.id ?? ''} ${row.sessionId ?? ''}`

const columns = (zone: string | undefined): Column<AuditEntry>[] => [
  { id: 'what', title: words.what, cell: (row) => <TwoLines first={<span className="inline-block first-letter:uppercase">{actInWords(row.act)}</span>} second={<span className="desk:hidden">{row.person?.email ?? words.command}</span>} /> },
  { id: 'who', title: words.who, desk: true, cell: (row) => row.person?.email ?? <span className="text-ink-3">{words.command}</span> },
  {
    id: 'on',
    title: words.on,
    desk: true,
    cell: (row) => row.target && <TwoLines first={<span className="font-normal">{row.target.kind}</span>} second={<span className="mono">{row.target.id}</span>} />,
  },
  {
    id: 'when',
    title: words.when,
    align: 'end',
    cell: (row) => (
      <time dateTime={row.at} title={exact(row.at, zone)} className="whitespace-nowrap text-ink-2">
        {age(row.at)}
      </time>
    ),
  },
]
