import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '@/api/session'
import { Initials } from '@/ui/initials'
import { Menu } from '@/ui/menu'
import { toldProblem } from '@/ui/toast'
import { useOrganization, useSignedIn } from './here'
import { chooseTheme, theme, type Theme } from './theme'

const THEMES: { id: Theme; name: string; icon: typeof Sun }[] = [
  { id: 'system', name: 'As the system', icon: Monitor },
  { id: 'light', name: 'Light', icon: Sun },
  { id: 'dark', name: 'Dark', icon: Moon },
]

export function PersonMenu() {
  const { person } = useSignedIn()
  const role = useOrganization()?.role
  const cache = useQueryClient()
  const [chosen, setChosen] = useState(theme)
  const themes = THEMES.map(({ id, name, icon }) => ({
    name,
    icon,
    chosen: id === chosen,
    act: () => {
      chooseTheme(id)
      setChosen(id)
    },
  }))
  const trigger = (
    <button
      type="button"
      className="mt-[6px] flex w-full items-center gap-[9px] border-t border-line px-[8px] pt-[9px] pb-[2px] text-start"
    >
      <Initials name={person.name ?? person.email} />
      <span className="min-w-0 leading-[1.25]">
        <span className="block truncate font-[550]">
          <span className="sr-only">You: </span>
          {person.name ?? person.email}
        </span>
        <span className="block truncate text-tiny text-ink-3 first-letter:uppercase">{role}</span>
      </span>
    </button>
  )
  return (
    <Menu
      trigger={trigger}
      groups={[
        [{ name: 'Profile', icon: UserRound, to: '/settings/profile' }],
        themes,
        [{ name: 'Sign out', icon: LogOut, act: () => void signOut(cache).catch(toldProblem) }],
      ]}
    />
  )
}
