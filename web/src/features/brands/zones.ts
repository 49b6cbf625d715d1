import type { Option } from '@/ui/choices'

/** Every time zone that the browser knows, its own among them. */
export function zones(chosen: string): Option[] {
  const known = Intl.supportedValuesOf('timeZone')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([chosen, own, 'UTC', ...known])].filter(Boolean).map((value) => ({ value, name: value.replaceAll('_', ' ') }))
}

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
