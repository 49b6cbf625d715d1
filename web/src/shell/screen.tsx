import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScreenLink } from '@/ui/link'

export interface ScreenProps {
  title: string
  /** The screen above this one. */
  above?: { to: string; name: string; search?: Record<string, string> }
  /** Beside the title: a state. */
  mark?: ReactNode
  act?: ReactNode
  children: ReactNode
}

/** A sheet with its bar: where one is, and what one does here. */
export function Screen({ title, above, mark, act, children }: ScreenProps) {
  return (
    <>
      <title>{`${title} · Postrider`}</title>
      <header className="flex min-h-[54px] flex-wrap items-center gap-x-[10px] gap-y-[6px] border-b border-line px-[14px] py-[10px] desk:px-[20px]">
        {above ? (
          <h1 className="flex min-w-0 items-center gap-[7px] font-medium text-ink-3">
            <span className="contents" data-pressed-by="Escape">
              <ScreenLink to={above.to} className="shrink-0 hover:text-ink" {...(above.search ? { search: above.search } : {})}>
                {above.name}
              </ScreenLink>
            </span>
            <ChevronRight size={14} aria-hidden className="shrink-0" />
            <span className="truncate font-semibold text-ink">{title}</span>
          </h1>
        ) : (
          <h1 className="serif text-title leading-none">{title}</h1>
        )}
        {mark}
        <div className="ms-auto flex items-center gap-[8px]">{act}</div>
      </header>
      <div className="grid min-w-0 gap-[14px] px-[14px] pt-[14px] pb-[22px] desk:px-[20px] desk:pt-[16px]">{children}</div>
    </>
  )
}
