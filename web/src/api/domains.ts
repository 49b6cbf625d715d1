import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'
import { asProblem } from './problem'

export type Domain = Schema<'Domain'>
export type DnsRecord = Schema<'DnsRecord'>
export type RecordStatus = DnsRecord['status']
export type DomainStatus = Domain['status']

const LIST = 'domains'
const RECHECK_MS = 30_000

export function useDomains(brandId: string | undefined) {
  return useQuery({
    queryKey: [LIST, brandId],
    enabled: brandId !== undefined,
    queryFn: async ({ signal }) => (await api.domains.list({ limit: 100 }, { brandId, signal })).data,
  })
}

/** The server looks at DNS by itself too: while records are missing, the page follows. */
export function useDomain(brandId: string | undefined, domainId: string) {
  return useQuery<Domain>({
    queryKey: [LIST, brandId, domainId],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'verified' ? false : RECHECK_MS),
    queryFn: ({ signal }) => api.domains.get(domainId, {}, { brandId, signal }),
  })
}

async function keep(cache: QueryClient, brandId: string | undefined, domain: Domain) {
  // An answer that was asked for before would come after, and show what was there until now.
  await cache.cancelQueries({ queryKey: [LIST, brandId, domain.domainId] })
  cache.setQueryData([LIST, brandId, domain.domainId], domain)
  return cache.invalidateQueries({ queryKey: [LIST, brandId], exact: true })
}

export function useAddDomain(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, key }: { name: string; key: string }) => api.domains.create({ name }, { brandId, idempotencyKey: key }),
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useCheckDomain(brandId: string | undefined, domainId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        return await api.domains.verify(domainId, { brandId })
      } catch (error) {
        // Records that are missing are a mistake to a program. Here they are what was asked for.
        if (asProblem(error).code !== 'DOMAIN_VERIFICATION_FAILED') throw error
        return api.domains.get(domainId, {}, { brandId })
      }
    },
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useChangeDomain(brandId: string | undefined, domainId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'DomainUpdate'>) => api.domains.update(domainId, body, { brandId }),
    onSuccess: (domain) => keep(cache, brandId, domain),
  })
}

export function useDeleteDomain(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (domainId: string) => api.domains.delete(domainId, { brandId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [LIST, brandId], exact: true }),
  })
}
