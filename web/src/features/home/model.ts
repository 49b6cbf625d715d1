import type { Overview, Rates } from '@/api/analytics'
import type { Delivery, SendStatus } from '@/api/sends'
import type { BadgeKind } from '@/ui/badge'
import type { TallyPart } from '@/ui/tally'

/** Everybody a campaign touched, in parts that sum to its members. */
export function tallyOf(delivery: Delivery): TallyPart[] {
  const { planned, delivered, bounced, failed, inDoubt, canceled, excluded } = delivery
  const moving = Math.max(0, planned - delivered - bounced - failed - inDoubt - canceled)
  return [
    { kind: 'delivered', name: 'Delivered', count: delivered },
    { kind: 'bounced', name: 'Bounced', count: bounced },
    { kind: 'failed', name: 'Failed', count: failed },
    { kind: 'in-doubt', name: 'In doubt', count: inDoubt },
    { kind: 'moving', name: 'On the way', count: moving },
    { kind: 'none', name: 'Canceled', count: canceled },
    { kind: 'left-out', name: 'Left out', count: excluded },
  ]
}

/** Mails a second since the start, and how long the rest will take at that pace. */
export function paceOf(delivery: Delivery, startedAt: string, now: number): { perSecond: number; left: string } | undefined {
  const rest = delivery.pending + delivery.deferred
  const done = delivery.planned - rest
  const seconds = (now - new Date(startedAt).getTime()) / 1000
  if (seconds < 1 || done <= 0 || rest <= 0) return undefined
  const perSecond = done / seconds
  const left = rest / perSecond
  if (left < 2) return { perSecond, left: 'about a second left' }
  if (left < 90) return { perSecond, left: `about ${Math.round(left)} seconds left` }
  if (left < 5400) return { perSecond, left: `about ${Math.round(left / 60)} minutes left` }
  return { perSecond, left: `about ${Math.round(left / 3600)} hours left` }
}

export interface Figure {
  id: 'delivered' | 'opened' | 'clicked' | 'unsubscribed' | 'bounced'
  value: number | null
  isRate: boolean
  /** Against the days before: relative for counts, in points for rates. */
  change: number | undefined
  /** Whether more of it is good. */
  moreIsGood: boolean
  way: number[]
}

const RATES: [Figure['id'], keyof Rates, boolean][] = [
  ['opened', 'open', true],
  ['clicked', 'click', true],
  ['unsubscribed', 'unsubscribe', false],
  ['bounced', 'bounce', false],
]

export function figuresOf(now: Overview, before: Overview | undefined): Figure[] {
  const was = before?.totals.delivered ?? 0
  const figures: Figure[] = [
    {
      id: 'delivered',
      value: now.totals.delivered,
      isRate: false,
      change: was ? now.totals.delivered / was - 1 : undefined,
      moreIsGood: true,
      way: now.series.map(({ counters }) => counters.delivered),
    },
  ]
  for (const [id, rate, moreIsGood] of RATES) {
    const value = now.rates[rate] ?? null
    const earlier = before?.rates[rate]
    figures.push({
      id,
      value,
      isRate: true,
      change: value !== null && typeof earlier === 'number' ? value - earlier : undefined,
      moreIsGood,
      way: now.series.map(({ counters }) => counters[id]),
    })
  }
  return figures
}

export const STATUSES: Record<SendStatus, { name: string; kind: BadgeKind }> = {
  queued: { name: 'Queued', kind: 'go' },
  scheduled: { name: 'Scheduled', kind: 'plain' },
  running: { name: 'Running', kind: 'go' },
  paused: { name: 'Paused', kind: 'go' },
  completed: { name: 'Completed', kind: 'good' },
  partially_completed: { name: 'Partly completed', kind: 'good' },
  failed: { name: 'Failed', kind: 'bad' },
  canceled: { name: 'Canceled', kind: 'plain' },
}
