import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe, Key, Keyboard, LogOut, Moon, Sun, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useFind } from '@/api/find'
import { asProblem } from '@/api/problem'
import { signOut } from '@/api/session'
import { CommandMenu, type CommandGroup } from '@/ui/command'
import { useSettled } from '@/ui/settled'
import { toldProblem } from '@/ui/toast'
import { beginsTyped, hasTyped } from '@/ui/typed'
import { byKind, foundIn, searchSaid, type Found } from './found'
import { useBrand, useChooseBrand, useOrganization, useRole } from './here'
import { settingsScreen, settingsTabs, useScreens } from './screens'
import { chooseTheme } from './theme'

export interface CommandPaletteProps {
  close: () => void
  help: () => void
  /** Shows something that was found. */
  show: (thing: Found) => void
}

/** What the app can do and what the brand has, by what was typed. */
export function CommandPalette({ close, help, show }: CommandPaletteProps) {
  const [search, setSearch] = useState('')
  const typed = search.trim()
  const asked = useSettled(typed)
  const brandId = useBrand()?.brandId
  const { data, error, isPlaceholderData } = useFind(brandId, asked)
  const isAnswer = brandId === undefined || (typed === asked && data !== undefined && !isPlaceholderData)
  // What was found for fewer letters stays until the answer comes, as far as it still has the words.
  const found = (typed && data ? foundIn(data) : []).filter((thing) => isAnswer || hasTyped(`${thing.name} ${thing.note ?? ''}`, typed))

  const own = useGroups(help).map((group) => ({
    ...group,
    items: group.items.filter((item) => beginsTyped(`${item.name} ${item.note ?? ''}`, typed)),
  }))
  const things = byKind(found).map(({ kind, things }) => ({
    name: kind.plural,
    items: things.map((thing) => ({ ...thing, icon: kind.icon, act: () => show(thing) })),
  }))
  const groups = [...own, ...things].map((group) => ({
    ...group,
    items: group.items.map((item) => ({
      ...item,
      act: () => {
        close()
        item.act()
      },
    })),
  }))
  const commands = own.reduce((sum, group) => sum + group.items.length, 0)
  const foot = typed && error ? asProblem(error).message : searchSaid(typed, isAnswer ? found.length : undefined, commands)
  return <CommandMenu onClose={close} search={search} onSearch={setSearch} groups={groups} foot={foot} />
}

function useGroups(help: () => void): CommandGroup[] {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const role = useRole()
  const organization = useOrganization()
  const brand = useBrand()
  const choose = useChooseBrand()
  const screens = useScreens()
  const go = (to: string, wish?: string) => () => void navigate({ to, ...(wish ? { search: { new: wish } } : {}) })

  const acts = [
    ...(role.editor.allowed ? [{ id: 'new-domain', name: 'Add a domain', icon: Globe, act: go('/domains', 'domain') }] : []),
    ...(role.admin.allowed
      ? [
          { id: 'invite', name: 'Invite somebody', icon: UserPlus, act: go('/settings/people', 'invitation') },
          { id: 'new-key', name: 'Make an API key', icon: Key, act: go('/settings/keys', 'key') },
        ]
      : []),
    { id: 'light', name: 'Light theme', icon: Sun, act: () => chooseTheme('light') },
    { id: 'dark', name: 'Dark theme', icon: Moon, act: () => chooseTheme('dark') },
    { id: 'keys', name: 'Keyboard', icon: Keyboard, keys: '?', act: help },
    { id: 'out', name: 'Sign out', icon: LogOut, act: () => void signOut(cache).catch(toldProblem) },
  ]
  const brands = (organization?.brands ?? [])
    .filter((one) => one.brandId !== brand?.brandId)
    .map((one) => ({
      id: one.brandId,
      name: one.name,
      act: () => void choose(organization?.organizationId ?? '', one.brandId).catch(toldProblem),
    }))
  return [
    {
      name: 'Go to',
      items: [
        ...screens.map((one) => ({
          id: one.path,
          name: one.name,
          icon: one.icon,
          keys: `g ${one.key}`,
          act: go(one.path),
        })),
        ...settingsTabs.map((tab) => ({ id: tab.to, name: tab.name, note: 'Settings', icon: settingsScreen.icon, act: go(tab.to) })),
      ],
    },
    { name: 'Do', items: acts },
    { name: 'Brands', items: brands },
  ]
}
