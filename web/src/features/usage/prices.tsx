import { useOperations, type Operation } from '@/api/usage'
import { count } from '@/format'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'

const words = {
  title: 'What costs credits',
  note: 'everything else costs none',
  perAddress: (cost: number) => `${count(cost)} a checked address`,
  usage: 'what a model takes',
}

/** What a call costs, as this server charges it. */
export function Prices() {
  const operations = useOperations()
  return (
    <Card title={words.title} note={words.note}>
      <Loaded of={operations} skeleton={<TableSkeleton />}>
        {(all) => <Table label={words.title} rows={all.filter(costs)} columns={COLUMNS} id={(row) => row.name} />}
      </Loaded>
    </Card>
  )
}

function costs({ metering, available }: Operation) {
  return available && metering !== 'free'
}

const COLUMNS: Column<Operation>[] = [
  { id: 'operation', title: 'Operation', cell: (row) => <TwoLines first={row.operation} second={row.name} /> },
  { id: 'call', title: 'Call', desk: true, cell: (row) => <code className="mono text-ink-2">{`${row.method} ${row.path}`}</code> },
  { id: 'cost', title: 'Credits', align: 'end', cell: (row) => <span className="whitespace-nowrap">{costOf(row)}</span> },
]

function costOf({ metering, cost, prices }: Operation) {
  if (prices?.length) {
    return prices.map(({ when, cost }) => (
      <span key={when} className="block">
        <span className="text-ink-3">{when}</span> {count(cost)}
      </span>
    ))
  }
  if (metering === 'perAddress') return words.perAddress(cost ?? 0)
  return metering === 'fixed' ? count(cost ?? 0) : words.usage
}
