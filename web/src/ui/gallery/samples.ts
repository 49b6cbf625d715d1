import type { Bar, Series } from '@/charts/bars'
import type { BadgeKind } from '../badge'
import type { TallyPart } from '../tally'

export const PARTS: TallyPart[] = [
  { kind: 'delivered', name: 'Delivered', count: 30_127 },
  { kind: 'bounced', name: 'Bounced', count: 402 },
  { kind: 'failed', name: 'Failed', count: 138 },
  { kind: 'in-doubt', name: 'In doubt', count: 700 },
  { kind: 'moving', name: 'On the way', count: 17_866 },
  { kind: 'left-out', name: 'Left out', count: 3750 },
]

export const SERIES: Series[] = [
  { id: 'delivered', name: 'Delivered', colour: 'var(--none)' },
  { id: 'opened', name: 'Opened', colour: 'var(--opened)' },
]

export const BARS: Bar[] = Array.from({ length: 30 }, (_, at) => ({
  id: String(at),
  name: `${at + 1} Nov`,
  title: `${at + 1} November`,
  values: { delivered: (at % 6) * 800 + 300, opened: (at % 6) * 300 + 100 },
  moving: at === 29,
}))

export const ROWS: { id: string; name: string; about: string; state: string; kind: BadgeKind; opened: string }[] = [
  { id: '1', name: 'Autumn opening', about: 'To Subscribers in Europe', state: 'Partly completed', kind: 'good', opened: '40.7 %' },
  { id: '2', name: 'Grinder recall notice', about: 'To everybody', state: 'Paused', kind: 'go', opened: '51.3 %' },
]
