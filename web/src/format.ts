/** Numbers and times in words, always by `Intl` and in the brand's time zone. */

const LOCALE = 'en-GB'
const numbers = new Intl.NumberFormat(LOCALE)
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

export const count = (number: number): string => numbers.format(number)
export const shortCount = (number: number): string => short.format(number).toLowerCase()

/** 0.398 as "39.8 %"; small shares keep two digits, because 0.21 % is not 0.2 %. */
export function share(part: number | null | undefined): string {
  if (part === null || part === undefined) return '–'
  const percent = part * 100
  const digits = percent !== 0 && Math.abs(percent) < 1 ? 2 : 1
  return `${percent.toFixed(digits)} %`
}

export function bytes(number: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let at = 0
  let rest = number
  while (rest >= 1000 && at < units.length - 1) {
    rest /= 1000
    at += 1
  }
  return `${rest >= 100 || at === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[at]}`
}

const cache = new Map<string, Intl.DateTimeFormat>()
function format(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  let found = cache.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(LOCALE, { ...options, ...(zone ? { timeZone: zone } : {}) })
    cache.set(key, found)
  }
  return found
}

/** "17 Nov" */
export const day = (at: string | Date, zone?: string): string => format(zone, { day: 'numeric', month: 'short' }).format(new Date(at))
/** "Tue 17 Nov" */
export const weekday = (at: string | Date, zone?: string): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(at)).replace(',', '')
/** "17 Nov 2026" */
export const date = (at: string | Date, zone?: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))
/** "09:00" */
export const time = (at: string | Date, zone?: string): string => format(zone, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
/** "Tue 17 Nov, 09:00" */
export const moment = (at: string | Date, zone?: string): string => `${weekday(at, zone)}, ${time(at, zone)}`
/** "17 Nov 2026, 09:00:12" */
export const exact = (at: string | Date, zone?: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at))

const AGES: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [2_592_000, 'day'],
  [31_536_000, 'month'],
  [Infinity, 'year'],
]
const ages = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

/** "3 minutes ago", "in 2 days" */
export function age(at: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000
  let size = 1
  for (const [limit, unit] of AGES) {
    if (Math.abs(seconds) < limit) return unit === 'second' ? 'just now' : ages.format(Math.round(seconds / size), unit)
    size = limit
  }
  return ''
}
