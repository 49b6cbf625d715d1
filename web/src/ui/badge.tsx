import type { ReactNode } from 'react'
import { cx } from './cx'

export type BadgeKind = 'plain' | 'go' | 'good' | 'bad' | 'info'

const LOOKS: Record<BadgeKind, string> = {
  plain: 'bg-sunken text-ink-2',
  go: 'bg-go-tint text-go-text',
  good: 'bg-delivered-tint text-delivered-text',
  bad: 'bg-bad-tint text-bad-text',
  info: 'bg-opened-tint text-opened-text',
}

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-[20px] shrink-0 items-center gap-[5px] rounded-tag px-[7px] text-tiny leading-none font-[550] whitespace-nowrap',
        LOOKS[kind],
      )}
    >
      {children}
    </span>
  )
}
