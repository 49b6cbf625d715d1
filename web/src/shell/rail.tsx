import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Fragment } from 'react'
import { Keys } from '@/ui/keys'
import { Logo } from '@/ui/marks'
import { ScreenLink } from '@/ui/link'
import { BrandSwitch } from './brand-switch'
import { PersonMenu } from './person-menu'
import { railScreens, useFootScreens, type RailScreen } from './screens'

const ROW = 'relative flex items-center gap-[9px] rounded-control px-[9px] py-[5.5px] font-medium text-ink-2 hover:text-ink'
const ON = `${ROW} bg-raised text-ink! shadow-resting before:absolute before:inset-y-[6px] before:start-[-14px] before:w-[4px] before:rounded-e-[3px] before:bg-go`

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Where one can go, on the left of a desk. */
export function Rail({ find }: { find: () => void }) {
  const groups = [...new Set(railScreens.map((screen) => screen.group))]
  const foot = useFootScreens()
  return (
    <header className="sticky top-0 flex h-dvh flex-col gap-[2px] overflow-y-auto py-[12px] ps-[14px] pe-[10px] max-desk:hidden">
      <ScreenLink to="/" className="flex items-center gap-[9px] px-[6px] pt-[2px] pb-[12px]" label="Postrider, home">
        <Logo />
        <b className="serif text-[18.5px] leading-none font-semibold tracking-[-.02em]">Postrider</b>
      </ScreenLink>
      <BrandSwitch />
      <button
        type="button"
        onClick={find}
        className="mb-[8px] flex items-center gap-[8px] rounded-control bg-sunken px-[9px] py-[6px] text-small text-ink-3 hover:text-ink"
      >
        <Search size={15} aria-hidden />
        <span className="truncate">Search or jump to</span>
        <Keys keys={MAC ? '⌘K' : 'Ctrl+K'} />
      </button>
      <nav aria-label="Main" className="grid gap-[2px]">
        {groups.map((group) => (
          <Fragment key={group ?? ''}>
            {group && <h2 className="px-[9px] pt-[13px] pb-[5px] text-[10.5px] leading-none tracking-[.07em] text-ink-3 uppercase">{group}</h2>}
            {railScreens.filter((screen) => screen.group === group).map((screen) => (
              <Row key={screen.path} screen={screen} />
            ))}
          </Fragment>
        ))}
      </nav>
      <span className="grow" />
      <nav aria-label="Settings" className="grid gap-[2px]">
        {foot.map((screen) => (
          <Row key={screen.path} screen={screen} />
        ))}
      </nav>
      <PersonMenu />
    </header>
  )
}

function Row({ screen }: { screen: RailScreen }) {
  const { icon: Icon } = screen
  return (
    <Link
      to={screen.path}
      className={ROW}
      activeOptions={{ exact: screen.path === '/', includeSearch: false }}
      activeProps={{ className: ON, 'aria-current': 'page' }}
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      {screen.name}
    </Link>
  )
}
