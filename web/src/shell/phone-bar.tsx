import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { railScreens, useFootScreens } from './screens'

const ITEM = 'flex flex-col items-center gap-[2px] rounded-control px-[12px] py-[5px] text-[11px] font-medium text-ink-2'

/** The same ways, at the foot of a phone. Everything else is one search away. */
export function PhoneBar({ find }: { find: () => void }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-t border-line bg-sheet px-[4px] pt-[5px] pb-[max(5px,env(safe-area-inset-bottom))] desk:hidden"
    >
      {[...railScreens.slice(0, 3), ...useFootScreens()].map(({ path, name, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className={ITEM}
          activeOptions={{ exact: path === '/', includeSearch: false }}
          activeProps={{ className: `${ITEM} text-ink! bg-sunken`, 'aria-current': 'page' }}
        >
          <Icon size={19} aria-hidden />
          {name}
        </Link>
      ))}
      <button type="button" className={ITEM} onClick={find}>
        <Search size={19} aria-hidden />
        Search
      </button>
    </nav>
  )
}
