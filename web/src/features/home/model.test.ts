import { expect, test } from 'vitest'
import type { Counters, Overview } from '@/api/analytics'
import type { Delivery } from '@/api/sends'
import { figuresOf, paceOf, tallyOf } from './model'

const delivery: Delivery = {
  planned: 48_190,
  excluded: 3750,
  pending: 17_800,
  deferred: 66,
  delivered: 30_127,
  bounced: 190,
  failed: 7,
  inDoubt: 0,
  canceled: 0,
  accepted: 30_324,
  machineOpens: 0,
  machineClicks: 0,
}

test('the parts of a tally sum to all members', () => {
  const sum = tallyOf(delivery).reduce((total, part) => total + part.count, 0)
  expect(sum).toBe(delivery.planned + delivery.excluded)
})

test('what bounced after it was taken does not make the tally too long', () => {
  const parts = tallyOf({ ...delivery, planned: 100, delivered: 98, bounced: 4, failed: 0 })
  expect(parts.find((part) => part.kind === 'moving')?.count).toBe(0)
})

test('the pace is told when there is one', () => {
  const started = '2026-11-10T09:00:00Z'
  expect(paceOf(delivery, started, Date.parse('2026-11-10T09:01:10Z'))).toEqual({
    perSecond: 30_324 / 70,
    left: 'about 41 seconds left',
  })
  expect(paceOf({ ...delivery, pending: 0, deferred: 0 }, started, Date.parse('2026-11-10T09:01:10Z'))).toBeUndefined()
})

const counters: Counters = {
  sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0, failed: 0, inDoubt: 0, machineOpens: 0, machineClicks: 0,
}
const overview = (delivered: number, open: number | null): Overview => ({
  range: { from: '', to: '' },
  totals: { ...counters, delivered },
  rates: { open },
  series: [],
  byMailboxProvider: [],
})

test('counts change by a share, rates by points, and nothing is compared with nothing', () => {
  const [delivered, opened] = figuresOf(overview(110, 0.4), overview(100, 0.35))
  expect(delivered?.change).toBeCloseTo(0.1)
  expect(opened?.change).toBeCloseTo(0.05)
  expect(figuresOf(overview(110, 0.4), overview(0, null)).map((figure) => figure.change)).toEqual(Array(5).fill(undefined))
})
