import type { Overview } from '@/api/analytics'
import { share } from '@/format'
import { Card } from '@/ui/card'
import { Tally } from '@/ui/tally'
import { words } from './words'

/** How much of the mail arrives, by who keeps the mailbox. */
export function Providers({ overview }: { overview: Overview }) {
  const rows = overview.byMailboxProvider.filter(({ counters }) => counters.sent > 0).slice(0, 6)
  const machines = overview.totals.machineOpens + overview.totals.machineClicks
  return (
    <Card title={words.providers.title} act={<span className="text-ink-3">{words.providers.note}</span>}>
      {rows.length === 0 && <p className="text-ink-3">{words.providers.none}</p>}
      <ul>
        {rows.map(({ provider, counters, rates }) => (
          <li key={provider} className="grid grid-cols-[minmax(62px,auto)_1fr_56px] items-center gap-[10px] py-[6px]">
            <span>{words.providers.names[provider] ?? provider}</span>
            <div>
              <Tally
                size="small"
                parts={[
                  { kind: 'delivered', name: 'Delivered', count: counters.delivered },
                  { kind: 'bounced', name: 'Bounced', count: counters.bounced },
                  { kind: 'failed', name: 'Failed', count: counters.failed },
                  { kind: 'in-doubt', name: 'In doubt', count: counters.inDoubt },
                ]}
              />
            </div>
            <span className="text-end">{share(rates.delivery)}</span>
          </li>
        ))}
      </ul>
      {machines > 0 && <p className="mt-[12px] text-small text-ink-3">{words.providers.machines(machines)}</p>}
    </Card>
  )
}
