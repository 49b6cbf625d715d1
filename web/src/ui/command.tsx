import { Command as Kit } from 'cmdk'
import type { ReactNode } from 'react'
import type { Icon } from './button'
import { Keys } from './keys'

export interface CommandItem {
  id: string
  name: string
  note?: string
  icon?: Icon
  keys?: string
  act: () => void
}

export interface CommandGroup {
  name: string
  items: CommandItem[]
  /** The server has chosen these for what was typed: they are shown as they are. */
  found?: boolean
}

export interface CommandMenuProps {
  onClose: () => void
  search: string
  onSearch: (search: string) => void
  groups: CommandGroup[]
  foot?: ReactNode
}

/** Find and do, from everywhere. */
export function CommandMenu({ onClose, search, onSearch, groups, foot }: CommandMenuProps) {
  return (
    <Kit.Dialog
      open
      onOpenChange={(now) => !now && onClose()}
      label="Find and do"
      loop
      overlayClassName="fixed inset-0 z-40 bg-veil"
      contentClassName="rise fixed inset-x-0 top-[12vh] z-50 mx-auto w-[calc(100%-24px)] max-w-[560px] overflow-hidden rounded-sheet border border-line bg-sheet shadow-lifted"
    >
      <Kit.Input
        value={search}
        onValueChange={onSearch}
        placeholder="Search or jump to"
        className="h-[48px] w-full border-b border-line bg-transparent px-[18px] text-large outline-none placeholder:text-ink-3"
      />
      <Kit.List className="max-h-[52vh] overflow-y-auto p-[6px]">
        <Kit.Empty className="px-[12px] py-[20px] text-center text-ink-3">Nothing has that name.</Kit.Empty>
        {groups
          .filter((group) => group.items.length)
          .map((group) => (
            <Kit.Group
              key={group.name}
              heading={group.name}
              {...(group.found ? { forceMount: true } : {})}
              className="[&_[cmdk-group-heading]]:px-[12px] [&_[cmdk-group-heading]]:pt-[8px] [&_[cmdk-group-heading]]:pb-[4px] [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3"
            >
              {group.items.map((item) => (
                <Row key={item.id} item={item} found={group.found ?? false} />
              ))}
            </Kit.Group>
          ))}
      </Kit.List>
      {foot && <div className="border-t border-line px-[18px] py-[8px] text-small text-ink-3">{foot}</div>}
    </Kit.Dialog>
  )
}

function Row({ item, found }: { item: CommandItem; found: boolean }) {
  const { icon: Icon } = item
  return (
    <Kit.Item
      value={`${item.name} ${item.id}`}
      onSelect={item.act}
      {...(found ? { forceMount: true } : {})}
      className="flex items-center gap-[10px] rounded-control px-[12px] py-[8px] data-[selected=true]:bg-sunken"
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="truncate">{item.name}</span>
      {item.note && <span className="truncate text-small text-ink-3">{item.note}</span>}
      {item.keys && <Keys keys={item.keys} />}
    </Kit.Item>
  )
}
