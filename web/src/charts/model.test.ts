import { expect, test } from 'vitest'
import { ticksOf } from './model'

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [47_698, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
])('an axis up to %d has round steps and reaches it', (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks)
})
