import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'
import { joined, paged } from './pages'

export type AuditEntry = AppSchema<'AuditEntry'>

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
    queryFn: ({ pageParam, signal }) => app.auditLog.list({ ...filter, limit: 50, cursor: pageParam }, { signal }),
  })
}
