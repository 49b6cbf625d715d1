import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

const LOOKS = {
  bad: { icon: CircleAlert, look: 'border-bad/40 bg-bad-tint text-bad-text' },
  warn: { icon: TriangleAlert, look: 'border-go-edge/50 bg-go-tint text-go-text' },
  info: { icon: Info, look: 'border-line bg-sunken text-ink-2' },
}

/** Something to know before going on, in place. */
export function Notice({ kind = 'info', act, children }: { kind?: keyof typeof LOOKS; act?: ReactNode; children: ReactNode }) {
  const { icon: Icon, look } = LOOKS[kind]
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      className={cx('flex items-start gap-[9px] rounded-card border px-[12px] py-[9px] text-small', look)}
    >
      <Icon size={15} aria-hidden className="mt-[1.5px] shrink-0" />
      <div className="min-w-0 grow">{children}</div>
      {act}
    </div>
  )
}
