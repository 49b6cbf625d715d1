import { count } from '@/format'
import { cx } from './cx'

export type TallyKind = 'delivered' | 'bounced' | 'failed' | 'in-doubt' | 'moving' | 'left-out' | 'opened' | 'clicked' | 'none'

export interface TallyPart {
  kind: TallyKind
  name: string
  count: number
}

export interface TallyProps {
  parts: TallyPart[]
  size?: 'big' | 'normal' | 'small'
  legend?: boolean
}

/** Everybody an operation touched in one bar, whose parts sum to the whole. Parts without anybody are left out. */
export function Tally({ parts, size = 'normal', legend }: TallyProps) {
  const some = parts.filter((part) => part.count > 0)
  const words = some.map((part) => `${part.name} ${count(part.count)}`).join(', ')
  return (
    <>
      <div className="tally" data-size={size} role="img" aria-label={words || 'Nobody'}>
        {some.length === 0 && <span className="tally-part grow" data-kind="left-out" />}
        {some.map((part) => (
          <span
            key={part.kind + part.name}
            className="tally-part"
            data-kind={part.kind}
            style={{ flex: `${part.count} 1 0` }}
            title={`${part.name}: ${count(part.count)}`}
          />
        ))}
      </div>
      {legend && (
        <ul className={cx('flex flex-wrap gap-x-[16px] gap-y-[4px] text-small text-ink-2', size === 'big' ? 'mt-[9px]' : 'mt-[6px]')}>
          {some.map((part) => (
            <li key={part.kind + part.name} className="inline-flex items-center gap-[6px]">
              <i className="tally-dot" data-kind={part.kind} aria-hidden />
              {part.name} <b className="font-semibold text-ink">{count(part.count)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
