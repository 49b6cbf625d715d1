import { scaleLinear } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'

const WIDTH = 84
const HEIGHT = 24

/** A figure's way over the days, beside the figure: a picture alone, the figure says the number. */
export function Sparkline({ values, colour }: { values: number[]; colour: string }) {
  if (values.length < 2) return null
  const x = scaleLinear([0, values.length - 1], [2, WIDTH - 3])
  const y = scaleLinear([Math.min(...values), Math.max(...values) || 1], [HEIGHT - 3, 3])
  const path = line<number>((_, at) => x(at), y).curve(curveMonotoneX)(values) ?? ''
  const last = values.length - 1
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className="shrink-0">
      <path d={path} fill="none" stroke={colour} strokeWidth="1.6" strokeLinecap="round" />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2.4" fill={colour} />
    </svg>
  )
}
