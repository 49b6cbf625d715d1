import type { Overview } from '@/api/analytics'
import { Sparkline } from '@/charts/sparkline'
import { count, share } from '@/format'
import { cx } from '@/ui/cx'
import { figuresOf, type Figure } from './model'
import { words } from './words'

const COLOURS: Record<Figure['id'], string> = {
  delivered: 'var(--ink)',
  opened: 'var(--opened)',
  clicked: 'var(--clicked)',
  unsubscribed: 'var(--ink-3)',
  bounced: 'var(--bad)',
}

export function Figures({ overview, before, days }: { overview: Overview; before: Overview | undefined; days: number }) {
  return (
    <dl
      aria-label={words.figures.title}
      className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px desk:grid-cols-5"
    >
      {figuresOf(overview, before).map((figure) => (
        <div key={figure.id} className="bg-raised px-[14px] pt-[11px] pb-[9px] max-desk:last:col-span-2">
          <dt className="text-small text-ink-3">{words.figures[figure.id]}</dt>
          <dd>
            <span className="serif block text-figure leading-[1.2]">
              {figure.isRate ? share(figure.value) : count(figure.value ?? 0)}
            </span>
            <span className="flex items-end justify-between gap-[8px] desk:min-h-[24px]">
              <Change figure={figure} days={days} />
              {figure.way.some((value) => value > 0) && <Sparkline values={figure.way} colour={COLOURS[figure.id]} />}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Change({ figure, days }: { figure: Figure; days: number }) {
  const { change, moreIsGood } = figure
  if (change === undefined) return <span />
  const rises = change > 0
  const good = change === 0 || rises === moreIsGood
  return (
    <span title={words.figures.before(days)} className={cx('text-[12px] font-[550]', good ? 'text-delivered-text' : 'text-bad-text')}>
      <span aria-hidden>{change === 0 ? '' : rises ? '↑ ' : '↓ '}</span>
      <span className="sr-only">{rises ? 'up ' : 'down '}</span>
      {share(Math.abs(change))}
    </span>
  )
}
