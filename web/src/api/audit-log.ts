import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { request } from './client'
import { joined, paged, type Page } from './pages'

export interface AuditEntry {
  at: string
  person?: { personId: string; email: string } | null
  sessionId?: string | null
  address?: string | null
  act: string
  target?: { kind: string; id: string } | null
  brandId?: string | null
  before?: unknown
  after?: unknown
  counts?: unknown
}

export interface AuditFilter {
  personId?: string
  act?: string
  from?: string
  to?: string
}

export function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit-log', filter],
    ...paged,
    placeholderData: keepPreviousData,
    select: joined<AuditEntry>,
    queryFn: ({ pageParam, signal }) =>
      request<Page<AuditEntry>>({ method: 'GET', path: '/app/api/audit-log', query: { ...filter, limit: 50, cursor: pageParam } }, { signal }),
  })
}
