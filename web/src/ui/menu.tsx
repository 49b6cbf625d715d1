import { DropdownMenu as Kit } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Icon } from './button'
import { cx } from './cx'

export interface MenuItem {
  name: ReactNode
  note?: string
  icon?: Icon
  to?: string
  act?: () => void
  chosen?: boolean
  danger?: boolean
}

/** A button that opens a list of acts; groups are parted by a line. */
export function Menu({ trigger, groups, align = 'start' }: { trigger: ReactElement; groups: MenuItem[][]; align?: 'start' | 'end' }) {
  const navigate = useNavigate()
  const run = (item: MenuItem) => (item.to ? void navigate({ to: item.to }) : item.act?.())
  return (
    <Kit.Root modal={false}>
      <Kit.Trigger asChild>{trigger}</Kit.Trigger>
      <Kit.Portal>
        <Kit.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="rise z-50 max-w-[min(320px,calc(100vw-16px))] min-w-[204px] rounded-card border border-line bg-raised p-[5px] shadow-lifted"
        >
          {groups
            .filter((group) => group.length)
            .map((group, at) => (
              <Kit.Group key={at} className={cx(at > 0 && 'mt-[5px] border-t border-line pt-[5px]')}>
                {group.map((item, row) => (
                  <Item key={row} item={item} run={run} />
                ))}
              </Kit.Group>
            ))}
        </Kit.Content>
      </Kit.Portal>
    </Kit.Root>
  )
}

function Item({ item, run }: { item: MenuItem; run: (item: MenuItem) => void }) {
  const { icon: Icon, name, note, chosen, danger } = item
  return (
    <Kit.Item
      onSelect={() => run(item)}
      className={cx(
        'flex items-center gap-[9px] rounded-control px-[9px] py-[6px] outline-none data-highlighted:bg-sunken',
        danger ? 'text-bad-text' : 'text-ink',
      )}
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="min-w-0 truncate">{name}</span>
      {note && <span className="ms-auto ps-[16px] text-small text-ink-3">{note}</span>}
      {chosen && <span className={cx(!note && 'ms-auto', 'text-delivered-text')}>✓<span className="sr-only"> chosen</span></span>}
    </Kit.Item>
  )
}
