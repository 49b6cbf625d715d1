import { useUsage, type Quota } from '@/api/usage'
import { bytes, count, date } from '@/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Skeleton } from '@/ui/skeleton'
import { Tally } from '@/ui/tally'
import { Prices } from './prices'

const words = {
  title: 'Usage',
  period: (start: string, end: string) => `${date(start)} to ${date(end)}`,
  sends: 'Mails sent',
  credits: 'Credits',
  storage: 'Storage of images',
  unlimited: 'without a limit',
  of: (limit: string) => `of ${limit}`,
}

export function UsageTab() {
  return (
    <>
      <Period />
      <Prices />
    </>
  )
}

function Period() {
  const usage = useUsage()
  return (
    <Card title={words.title} note={usage.data && words.period(usage.data.period.start, usage.data.period.end)} act={usage.data && <Badge>{`Plan: ${usage.data.plan}`}</Badge>}>
      <Loaded of={usage} skeleton={<Skeleton className="h-[120px]" />}>
        {(usage) => (
          <div className="grid gap-[20px] pt-[4px] desk:grid-cols-3">
            <Part name={words.sends} quota={usage.emailSends} show={count} />
            <Part name={words.credits} quota={usage.credits} show={count} />
            <Part name={words.storage} quota={usage.storage} show={bytes} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Part({ name, quota, show }: { name: string; quota: Quota; show: (number: number) => string }) {
  const limit = quota.limit ?? undefined
  const reserved = quota.reserved ?? 0
  return (
    <div>
      <h3 className="text-small font-normal text-ink-3">{name}</h3>
      <p className="mb-[7px] flex items-baseline gap-[8px]">
        <span className="serif text-figure leading-[1.15]">{show(quota.used)}</span>
        <span className="text-ink-3">{limit === undefined ? words.unlimited : words.of(show(limit))}</span>
      </p>
      {limit !== undefined && (
        <Tally
          parts={[
            { kind: 'delivered', name: 'Used', count: quota.used },
            { kind: 'moving', name: 'Reserved', count: reserved },
            { kind: 'left-out', name: 'Left', count: Math.max(0, limit - quota.used - reserved) },
          ]}
        />
      )}
    </div>
  )
}
