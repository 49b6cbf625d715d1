import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe, Key, Keyboard, LogOut, Moon, Sun, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '@/api/session'
import { CommandMenu, type CommandGroup } from '@/ui/command'
import { toldProblem } from '@/ui/toast'
import { useBrand, useChooseBrand, useOrganization, useRole } from './here'
import { railScreens, settingsScreen, settingsTabs } from './screens'
import { chooseTheme } from './theme'

export function CommandPalette({ close, help }: { close: () => void; help: () => void }) {
  const [search, setSearch] = useState('')
  const groups = useGroups(help).map((group) => ({
    ...group,
    items: group.items.map((item) => ({
      ...item,
      act: () => {
        close()
        item.act()
      },
    })),
  }))
  return <CommandMenu onClose={close} search={search} onSearch={setSearch} groups={groups} />
}

function useGroups(help: () => void): CommandGroup[] {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const role = useRole()
  const organization = useOrganization()
  const brand = useBrand()
  const choose = useChooseBrand()
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
        ...[...railScreens, settingsScreen].map((one) => ({
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
