import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useOverview } from '@/api/analytics'
import { useBrand, useZone } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { day } from '@/format'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Menu } from '@/ui/menu'
import { Skeleton } from '@/ui/skeleton'
import { Checklist } from './checklist'
import { Figures } from './figures'
import { MailByDay } from './mail-by-day'
import { NeedsYou } from './needs-you'
import { OnTheWayList } from './on-the-way'
import { Providers } from './providers'
import { Recent } from './recent'
import { words } from './words'

const DAYS = [7, 30, 90]

export function HomeScreen() {
  const brandId = useBrand()?.brandId
  const zone = useZone()
  const days = Number((useSearch({ strict: false }) as { days?: string }).days) || 30
  const overview = useOverview(brandId, days)
  const before = useOverview(brandId, days, 1)
  return (
    <Screen title={words.title} act={<RangeMenu days={days} range={overview.data?.range} zone={zone} />}>
      <Checklist />
      <OnTheWayList />
      <Loaded of={overview} skeleton={<HomeSkeleton />}>
        {(overview) => (
          <>
            <Figures overview={overview} before={before.data} days={days} />
            <div className={COLUMNS}>
              <MailByDay overview={overview} zone={zone} />
              <NeedsYou />
            </div>
            <div className={COLUMNS}>
              <Recent zone={zone} />
              <Providers overview={overview} />
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const COLUMNS = 'grid gap-[14px] wide:grid-cols-[minmax(0,1.9fr)_minmax(300px,1fr)]'

function RangeMenu({ days, range, zone }: { days: number; range: { from: string; to: string } | undefined; zone: string | undefined }) {
  const navigate = useNavigate()
  const trigger = (
    <button
      type="button"
      className="inline-flex h-[28px] items-center gap-[7px] rounded-[6px] border border-line bg-raised px-[9px] text-small font-[550] hover:border-edge"
    >
      {range ? `${day(range.from, zone)} – ${day(range.to, zone)}` : words.days(days)}
      <ChevronDown size={14} aria-hidden />
    </button>
  )
  return (
    <>
      {range && <span className="text-ink-3 max-desk:hidden">{words.days(days)}</span>}
      <Menu
        align="end"
        trigger={trigger}
        groups={[
          DAYS.map((each) => ({
            name: words.days(each),
            chosen: each === days,
            act: () => void navigate({ to: '/', search: { days: String(each) } }),
          })),
        ]}
      />
    </>
  )
}

const FIGURES = ['delivered', 'opened', 'clicked', 'unsubscribed', 'bounced']

/** The real shape: the same frames, with places for what will stand in them. */
function HomeSkeleton() {
  return (
    <div className="grid gap-[14px]" aria-hidden>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line desk:grid-cols-5">
        {FIGURES.map((id) => (
          <div key={id} className="grid h-[94px] content-start gap-[9px] bg-raised px-[14px] pt-[14px] max-desk:last:col-span-2">
            <Skeleton className="h-[10px] w-[72px]" />
            <Skeleton className="h-[24px] w-[96px]" />
          </div>
        ))}
      </div>
      <div className={COLUMNS}>
        {['days', 'needs'].map((id) => (
          <Card key={id} className="grid h-[316px] content-between">
            <Skeleton className="h-[12px] w-[92px]" />
            <Skeleton className="h-[200px]" />
          </Card>
        ))}
      </div>
    </div>
  )
}
