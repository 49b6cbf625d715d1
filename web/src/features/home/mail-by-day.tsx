import type { Overview } from '@/api/analytics'
import { useCampaigns } from '@/api/sends'
import { Bars, Legend, type Series } from '@/charts/bars'
import { useBrand } from '@/shell/here'
import { day, weekday } from '@/format'
import { Card } from '@/ui/card'
import { words } from './words'

const SERIES: Series[] = [
  { id: 'delivered', name: 'Delivered', colour: 'var(--none)' },
  { id: 'opened', name: 'Opened', colour: 'var(--opened)' },
  { id: 'clicked', name: 'Clicked', colour: 'var(--clicked)' },
]

export function MailByDay({ overview, zone }: { overview: Overview; zone: string | undefined }) {
  const running = useCampaigns(useBrand()?.brandId, { status: 'running', limit: 3 }).data?.length
  const last = overview.series.length - 1
  const bars = overview.series.map(({ at, counters }, index) => ({
    id: at,
    name: index === last ? 'Today' : day(at, zone),
    title: weekday(at, zone),
    values: { delivered: counters.delivered, opened: counters.opened, clicked: counters.clicked },
    moving: index === last && Boolean(running),
  }))
  const any = bars.some((bar) => bar.values.delivered > 0)
  return (
    <Card title={words.byDay.title} act={<Legend series={SERIES} />}>
      {any ? (
        <Bars label={words.byDay.label} bars={bars} series={SERIES} />
      ) : (
        <NoMail />
      )}
    </Card>
  )
}

/** Where the bars will stand, in tenths. */
const GHOSTS = [2, 1, 2, 7, 2, 1, 1, 2, 8, 2, 1, 2, 6, 2, 1, 2, 2, 9, 1, 2]

function NoMail() {
  return (
    <div className="relative grid h-[252px] place-items-center">
      <div className="absolute inset-x-0 bottom-0 flex h-full items-end justify-between gap-[2%] border-b border-line pt-[20px]" aria-hidden>
        {GHOSTS.map((tenths, at) => (
          <i key={at} className="w-full rounded-t-[2.5px] bg-sunken" style={{ height: `${tenths * 10}%` }} />
        ))}
      </div>
      <p className="relative rounded-card bg-raised px-[16px] py-[10px] text-center text-ink-2 shadow-resting">{words.byDay.none}</p>
    </div>
  )
}
