import type { AuditFilter } from '@/api/audit-log'

/** `contacts.batchDelete` as "contacts batch delete": the API's words, readable. */
export function actInWords(act: string): string {
  return act.replaceAll('.', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** The filters of the address as the server takes them: days are whole days of whoever looks. */
export function filterOf(search: { person?: string; act?: string; from?: string; to?: string }): AuditFilter {
  const start = search.from && new Date(`${search.from}T00:00:00`)
  const end = search.to && new Date(`${search.to}T00:00:00`)
  if (end) end.setDate(end.getDate() + 1)
  return {
    ...(search.person ? { personId: search.person } : {}),
    ...(search.act ? { act: search.act } : {}),
    ...(start && !Number.isNaN(start.getTime()) ? { from: start.toISOString() } : {}),
    ...(end && !Number.isNaN(end.getTime()) ? { to: end.toISOString() } : {}),
  }
}
