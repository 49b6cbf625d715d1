import { useCampaigns, useSend, type Send } from '@/api/sends'
import { useBrand } from '@/shell/here'
import { moment, share } from '@/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Skeleton } from '@/ui/skeleton'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { Tally } from '@/ui/tally'
import { STATUSES, tallyOf } from './model'
import { words } from './words'

const said = words.recent

export function Recent({ zone }: { zone: string | undefined }) {
  const campaigns = useCampaigns(useBrand()?.brandId, { limit: 5 })
  return (
    <Card title={said.title}>
      <Loaded of={campaigns} skeleton={<TableSkeleton rows={4} />} empty={<p className="text-ink-3">{said.none}</p>}>
        {(rows) => <Table label={said.title} rows={rows} columns={columns(zone)} id={(row) => row.sendId} />}
      </Loaded>
    </Card>
  )
}

function Standing({ sendId }: { sendId: string }) {
  const delivery = useSend(useBrand()?.brandId, sendId).data?.delivery
  return delivery ? <Tally parts={tallyOf(delivery)} size="small" /> : <Skeleton className="h-[6px]" />
}

const rate = (part: number, send: Send) => (send.stats.delivered > 0 ? share(part / send.stats.delivered) : '–')

const whenOf = (send: Send, zone: string | undefined) => moment(send.startedAt ?? send.scheduledAt ?? send.createdAt, zone)

const columns = (zone: string | undefined): Column<Send>[] => [
  {
    id: 'name',
    title: said.name,
    cell: (row) => (
      <TwoLines
        first={row.subject}
        second={
          <>
            {row.audienceName && said.to(row.audienceName)}
            <span className="@min-[680px]:hidden">
              {row.audienceName && ' · '}
              {whenOf(row, zone)}
            </span>
          </>
        }
      />
    ),
  },
  { id: 'state', title: said.state, cell: (row) => <Badge kind={STATUSES[row.status].kind}>{STATUSES[row.status].name}</Badge> },
  {
    id: 'when',
    title: said.when,
    roomy: true,
    cell: (row) => <span className="whitespace-nowrap text-ink-2">{whenOf(row, zone)}</span>,
  },
  { id: 'tally', title: said.tally, desk: true, width: '27%', cell: (row) => <Standing sendId={row.sendId} /> },
  { id: 'opened', title: said.opened, align: 'end', cell: (row) => <span className="whitespace-nowrap">{rate(row.stats.opened, row)}</span> },
  { id: 'clicked', title: said.clicked, align: 'end', desk: true, cell: (row) => <span className="whitespace-nowrap">{rate(row.stats.clicked, row)}</span> },
]
