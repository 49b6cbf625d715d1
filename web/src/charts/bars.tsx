import { scaleBand, scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { count, shortCount } from '@/format'
import { ticksOf } from './model'
import { useWidth } from './width'

export interface Series {
  id: string
  name: string
  colour: string
}

export interface Bar {
  id: string
  /** Below the axis. */
  name: string
  /** In the table and the note: the whole date. */
  title: string
  values: Record<string, number>
  /** Mail of this bar is still on its way. */
  moving?: boolean
}

export interface BarsProps {
  label: string
  bars: Bar[]
  series: Series[]
}

const HEIGHT = 252
const FOOT = 22
const LEFT = 44

/** Bars over time, one series before the other; for screen readers and for whoever wants numbers, the same as a table. */
export function Bars({ label, bars, series }: BarsProps) {
  const [at, setAt] = useState<number>()
  const [place, width] = useWidth(760)
  const highest = Math.max(0, ...bars.flatMap((bar) => series.map(({ id }) => bar.values[id] ?? 0)))
  const ticks = ticksOf(highest)
  const x = scaleBand(bars.map((bar) => bar.id), [LEFT, width]).paddingInner(0.38).paddingOuter(0.2)
  const y = scaleLinear([0, ticks[ticks.length - 1] ?? 1], [HEIGHT - FOOT, 8])
  const every = Math.ceil(bars.length / Math.max(2, width / 120))
  const shown = at === undefined ? undefined : bars[at]
  return (
    <div className="relative" ref={place}>
      <svg
        width={width}
        height={HEIGHT}
        className="block"
        aria-hidden
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const spot = event.clientX - box.left - LEFT
          const index = Math.floor((spot / (width - LEFT)) * bars.length)
          setAt(index >= 0 && index < bars.length ? index : undefined)
        }}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={LEFT - 8} y={y(tick) + 3.5} textAnchor="end" className="fill-ink-3 text-[11px] font-medium">
              {shortCount(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.id} opacity={at === undefined || at === index ? 1 : 0.45}>
            {series.map(({ id, colour }, layer) => {
              const value = bar.values[id] ?? 0
              if (!value) return null
              const height = Math.max(1.5, HEIGHT - FOOT - y(value))
              const fill = bar.moving && layer === 0 ? 'var(--go)' : colour
              const edge = bar.moving && layer === 0 ? { stroke: 'var(--go-edge)' } : {}
              return <rect key={id} x={x(bar.id)} y={HEIGHT - FOOT - height} width={x.bandwidth()} height={height} rx="2.5" fill={fill} {...edge} />
            })}
            {(bars.length - 1 - index) % every === 0 && (
              <text x={index === bars.length - 1 ? width : (x(bar.id) ?? 0) + x.bandwidth() / 2} y={HEIGHT - 5} textAnchor={index === bars.length - 1 ? 'end' : 'middle'} className="fill-ink-3 text-[11px] font-medium">
                {bar.name}
              </text>
            )}
          </g>
        ))}
      </svg>
      {shown && (
        <div
          className="pointer-events-none absolute top-[6px] min-w-[150px] rounded-control bg-act px-[11px] py-[8px] text-tiny text-on-act shadow-lifted"
          style={(at ?? 0) < bars.length / 2 ? { insetInlineEnd: 8 } : { insetInlineStart: LEFT + 8 }}
        >
          <b className="font-semibold">{shown.title}</b>
          {series.map(({ id, name, colour }) => (
            <div key={id} className="flex items-center gap-[6px]">
              <i className="size-[7px] rounded-full" style={{ background: colour }} />
              {name}
              <b className="ms-auto ps-[14px] font-semibold">{count(shown.values[id] ?? 0)}</b>
            </div>
          ))}
        </div>
      )}
      <DataTable label={label} bars={bars} series={series} />
    </div>
  )
}

function DataTable({ label, bars, series }: BarsProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">{bar.title}</th>
              {series.map(({ id }) => (
                <td key={id}>{count(bar.values[id] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Names and colours of what a chart shows. */
export function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-[16px] gap-y-[4px] text-small text-ink-2">
      {series.map(({ id, name, colour }) => (
        <li key={id} className="inline-flex items-center gap-[6px]">
          <i className="size-[7px] rounded-full" style={{ background: colour }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}
