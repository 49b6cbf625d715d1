import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'
import { asProblem } from './problem'

export type RecordStatus = 'pending' | 'verified' | 'failed' | 'temporary_failure'
export type DomainStatus = RecordStatus | 'partially_verified'

export interface DnsRecord {
  record: 'DKIM' | 'SPF' | 'DMARC' | 'RETURN_PATH' | 'TRACKING'
  type: 'TXT' | 'CNAME' | 'MX'
  name: string
  value: string
  ttl: number
  priority?: number | null
  required: boolean
  status: RecordStatus
  /** What DNS says today. */
  found?: string[] | null
  /** What to mend. */
  message?: string | null
}

export interface Domain {
  domainId: string
  name: string
  status: DomainStatus
  sendable: boolean
  records: DnsRecord[]
  defaults: { from?: { email: string; name?: string | null } | null; replyTo?: string | null }
  openTracking: boolean
  clickTracking: boolean
  createdAt: string
  lastCheckedAt?: string | null
  verifiedAt?: string | null
}

export interface DomainChange {
  openTracking?: boolean
  clickTracking?: boolean
  defaults?: { from?: { email: string; name?: string | null } | null; replyTo?: string | null }
}

const LIST = 'domains'
const RECHECK_MS = 30_000

export function useDomains(brandId: string | undefined) {
  return useQuery({
    queryKey: [LIST, brandId],
    enabled: brandId !== undefined,
    queryFn: async ({ signal }) => (await call<Page<Domain>>('GET', '/v1/domains', { brandId, query: { limit: 100 }, signal })).data,
  })
}

/** The server looks at DNS by itself too: while records are missing, the page follows. */
export function useDomain(brandId: string | undefined, domainId: string) {
  return useQuery<Domain>({
    queryKey: [LIST, brandId, domainId],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'verified' ? false : RECHECK_MS),
    queryFn: ({ signal }) => call<Domain>('GET', `/v1/domains/${domainId}`, { brandId, signal }),
  })
}

function keep(cache: QueryClient, brandId: string | undefined, domain: Domain) {
  cache.setQueryData([LIST, brandId, domain.domainId], domain)
  return cache.invalidateQueries({ queryKey: [LIST, brandId], exact: true })
}

export function useAddDomain(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, key }: { name: string; key: string }) =>
      call<Domain>('POST', '/v1/domains', { brandId, body: { name }, idempotencyKey: key }),
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useCheckDomain(brandId: string | undefined, domainId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        return await call<Domain>('POST', `/v1/domains/${domainId}/verify`, { brandId })
      } catch (error) {
        // Records that are missing are a mistake to a program. Here they are what was asked for.
        if (asProblem(error).code !== 'DOMAIN_VERIFICATION_FAILED') throw error
        return call<Domain>('GET', `/v1/domains/${domainId}`, { brandId })
      }
    },
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useChangeDomain(brandId: string | undefined, domainId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: DomainChange) => call<Domain>('PATCH', `/v1/domains/${domainId}`, { brandId, body }),
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useDeleteDomain(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (domainId: string) => call('DELETE', `/v1/domains/${domainId}`, { brandId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [LIST, brandId], exact: true }),
  })
}
