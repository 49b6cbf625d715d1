import { Command as Kit } from 'cmdk'
import type { ReactNode } from 'react'
import type { Icon } from './button'
import { cx } from './cx'
import { Keys } from './keys'
import { piecesOf } from './typed'

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
}

export interface CommandMenuProps {
  onClose: () => void
  search: string
  onSearch: (search: string) => void
  /** What is shown for what was typed, chosen already: a part of it the server has found. */
  groups: CommandGroup[]
  /** How far the search is, said aloud too. */
  foot: ReactNode
}

/** Find and do, from everywhere. */
export function CommandMenu({ onClose, search, onSearch, groups, foot }: CommandMenuProps) {
  const some = groups.filter((group) => group.items.length)
  return (
    <Kit.Dialog
      open
      onOpenChange={(now) => !now && onClose()}
      label="Find and do"
      loop
      shouldFilter={false}
      overlayClassName="fixed inset-0 z-40 bg-veil"
      contentClassName="rise fixed inset-x-0 top-[12vh] z-50 mx-auto w-[calc(100%-24px)] max-w-[560px] overflow-hidden rounded-sheet border border-line bg-sheet shadow-lifted"
    >
      <Kit.Input
        value={search}
        onValueChange={onSearch}
        placeholder="Search or jump to"
        className="h-[48px] w-full border-b border-line bg-transparent px-[18px] text-large outline-none placeholder:text-ink-3"
      />
      <Kit.List className={cx('max-h-[52vh] overflow-y-auto p-[6px]', some.length === 0 && 'hidden')}>
        {some.map((group) => (
          <Kit.Group
            key={group.name}
            heading={group.name}
            className="[&_[cmdk-group-heading]]:px-[12px] [&_[cmdk-group-heading]]:pt-[8px] [&_[cmdk-group-heading]]:pb-[4px] [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3"
          >
            {group.items.map((item) => (
              <Row key={item.id} item={item} typed={search} />
            ))}
          </Kit.Group>
        ))}
      </Kit.List>
      <div role="status" className={cx('px-[18px] py-[9px] text-small text-ink-3', some.length > 0 && 'border-t border-line')}>
        {foot}
      </div>
    </Kit.Dialog>
  )
}

function Row({ item, typed }: { item: CommandItem; typed: string }) {
  const { icon: Icon } = item
  return (
    <Kit.Item
      value={item.id}
      onSelect={item.act}
      className="flex items-center gap-[10px] rounded-control px-[12px] py-[8px] data-[selected=true]:bg-sunken"
    >
      {Icon && <Icon size={15} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="min-w-0 shrink truncate">
        <Marked text={item.name} typed={typed} />
      </span>
      {item.note && (
        <span className="min-w-0 shrink-[3] truncate text-small text-ink-3">
          <Marked text={item.note} typed={typed} />
        </span>
      )}
      {item.keys && <Keys keys={item.keys} />}
    </Kit.Item>
  )
}

/** A text in which what somebody typed stands out. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return piecesOf(text, typed).map((piece, at) =>
    piece.isTyped ? (
      <mark key={at} className="rounded-[2px] bg-opened-tint text-opened-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
