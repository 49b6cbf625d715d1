import { useEndSession, useOwnSessions, type OwnSession } from '@/api/profile'
import { age, date } from '@/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { told, toldProblem } from '@/ui/toast'
import { browserOf } from './model'
import { words } from './words'

export function SessionsCard() {
  const sessions = useOwnSessions()
  const end = useEndSession()
  const run = (sessionId?: string) =>
    end.mutate(sessionId, { onSuccess: ({ ended }) => told(words.ended(ended)), onError: toldProblem })
  const columns: Column<OwnSession>[] = [
    {
      id: 'browser',
      title: 'Browser',
      cell: (row) => <TwoLines first={browserOf(row.browser)} second={row.address && <span className="mono">{row.address}</span>} />,
    },
    { id: 'made', title: 'Signed in', desk: true, cell: (row) => date(row.madeAt) },
    { id: 'seen', title: 'Seen', cell: (row) => age(row.lastSeenAt) },
    {
      id: 'acts',
      title: '',
      align: 'end',
      cell: (row) =>
        row.current ? (
          <Badge kind="good">{words.here}</Badge>
        ) : (
          <Button small onClick={() => run(row.sessionId)}>
            {words.end}
          </Button>
        ),
    },
  ]
  const others = (sessions.data?.length ?? 0) > 1
  return (
    <Card
      title={words.sessions}
      act={
        others && (
          <Button small busy={end.isPending} onClick={() => run()}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <Loaded of={sessions} skeleton={<TableSkeleton rows={2} />}>
        {(rows) => <Table label={words.sessions} rows={rows} columns={columns} id={(row) => row.sessionId} />}
      </Loaded>
    </Card>
  )
}
