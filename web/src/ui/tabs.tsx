import { Link, useLocation } from '@tanstack/react-router'
import { Tabs as Kit } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { count } from '@/format'

const TAB =
  'relative -mb-px shrink-0 border-b-2 border-transparent px-[2px] pb-[9px] font-[550] whitespace-nowrap text-ink-3 hover:text-ink'
const ROW = 'flex gap-[18px] overflow-x-auto border-b border-line [scrollbar-width:none]'

/** Tabs that are screens, each with its address. */
export function ScreenTabs({ label, tabs }: { label: string; tabs: { to: string; name: string; exact?: boolean }[] }) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const open = tabs.findIndex((tab) => (tab.exact ? pathname === tab.to : pathname.startsWith(tab.to)))
  // On a phone the row is longer than the screen: the tab that is open must be seen.
  useEffect(() => {
    row.current?.children[open]?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [open])
  return (
    <nav aria-label={label} className={ROW} ref={row}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={TAB}
          activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
          activeProps={{ className: `${TAB} border-go! text-ink!`, 'aria-current': 'page' }}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}

export interface TabsProps {
  label: string
  tabs: { id: string; name: string; count?: number; inside: ReactNode }[]
  /** Which one is open, where the address says it; else the first one is, until somebody opens another. */
  open?: string
  onOpen?: (id: string) => void
}

/** Tabs within a screen. */
export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  const chosen = open === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value: open, onValueChange: (id: string) => onOpen?.(id) }
  return (
    <Kit.Root {...chosen}>
      <Kit.List aria-label={label} className={ROW}>
        {tabs.map((tab) => (
          <Kit.Trigger key={tab.id} value={tab.id} className={`${TAB} data-[state=active]:border-go data-[state=active]:text-ink`}>
            {tab.name}
            {tab.count !== undefined && <span className="ms-[2px] font-normal text-ink-3"> {count(tab.count)}</span>}
          </Kit.Trigger>
        ))}
      </Kit.List>
      {tabs.map((tab) => (
        <Kit.Content key={tab.id} value={tab.id} className="pt-[14px]">
          {tab.inside}
        </Kit.Content>
      ))}
    </Kit.Root>
  )
}
