import { tickStep } from 'd3-array'

/** Round numbers from zero to above the highest value; an axis of people has no halves. */
export function ticksOf(highest: number): number[] {
  const step = Math.max(1, tickStep(0, Math.max(highest, 4), 4))
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}
