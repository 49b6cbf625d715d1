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
        <p className="grid min-h-[200px] place-items-center text-ink-3">{words.byDay.none}</p>
      )}
    </Card>
  )
}
