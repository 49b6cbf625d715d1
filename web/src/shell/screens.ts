import { Globe, House, Inbox, Settings } from 'lucide-react'
import type { Icon } from '@/ui/button'
import { useCapturesMail } from './here'

/** A screen that stands in the rail and in the command menu, and that `g` and a letter open. */
export interface RailScreen {
  path: string
  name: string
  icon: Icon
  key: string
  group?: string
}

export const railScreens: RailScreen[] = [
  { path: '/', name: 'Home', icon: House, key: 'h' },
  { path: '/domains', name: 'Domains', icon: Globe, key: 'd', group: 'Connect' },
]

export const settingsScreen: RailScreen = { path: '/settings', name: 'Settings', icon: Settings, key: 's' }

const capturedScreen: RailScreen = { path: '/captured-mail', name: 'Captured mail', icon: Inbox, key: 'm' }

/** Those at the foot of the rail. Captured mail is there while mail is captured. */
export function useFootScreens(): RailScreen[] {
  return useCapturesMail() ? [capturedScreen, settingsScreen] : [settingsScreen]
}

/** All of them, in the order of the rail. */
export function useScreens(): RailScreen[] {
  return [...railScreens, ...useFootScreens()]
}

/** The parts of the settings, in the order of their tabs. */
export const settingsTabs: { to: string; name: string }[] = [
  { to: '/settings/profile', name: 'Profile' },
  { to: '/settings/people', name: 'People' },
  { to: '/settings/keys', name: 'API keys' },
  { to: '/settings/brands', name: 'Brands' },
  { to: '/settings/usage', name: 'Usage' },
  { to: '/settings/audit-log', name: 'Audit log' },
]
