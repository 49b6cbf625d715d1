import type { ReactNode } from 'react'
import { cx } from './cx'

export interface CardProps {
  title?: string
  note?: ReactNode
  act?: ReactNode
  className?: string
  children: ReactNode
}

/** One subject of a screen, with its heading. */
export function Card({ title, note, act, className, children }: CardProps) {
  return (
    <section aria-label={title} className={cx('min-w-0 rounded-card border border-line bg-raised px-[18px] py-[16px]', className)}>
      {title && (
        <header className="mb-[10px] flex flex-wrap items-center gap-x-[8px] gap-y-[4px]">
          <h2 className="text-body">{title}</h2>
          {/* On a phone the words would push the button into a line of its own. */}
          {note && <span className={cx('text-ink-3', typeof note === 'string' && 'max-desk:order-1 max-desk:w-full')}>{note}</span>}
          {act && <div className="ms-auto flex items-center gap-[8px]">{act}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** A name and what it is, in a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-[8px]">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  )
}
