import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'

export interface Brand {
  brandId: string
  name: string
  createdAt: string
  timeZone: string
  trackOpens: boolean
  trackClicks: boolean
  websiteUrl?: string | null
  identity: { address?: string | null; brandName?: string | null; contactEmail?: string | null }
}

export interface BrandChange {
  name?: string
  timeZone?: string
  websiteUrl?: string | null
  trackOpens?: boolean
  trackClicks?: boolean
  identity?: { address?: string | null; contactEmail?: string | null }
}

export function useBrandDetails(brandId: string | undefined) {
  return useQuery({
    queryKey: ['brand', brandId],
    enabled: brandId !== undefined,
    staleTime: 300_000,
    queryFn: ({ signal }) => call<Brand>('GET', '/v1/brand', { brandId, signal }),
  })
}

export function useBrands() {
  return useQuery({
    queryKey: ['brands'],
    queryFn: async ({ signal }) => (await call<Page<Brand>>('GET', '/v1/brands', { query: { limit: 100 }, signal })).data,
  })
}

/** What lists of brands show, the session's among them, changes with them. */
function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(['brand', 'brands', 'session'].map((name) => cache.invalidateQueries({ queryKey: [name] })))
}

export function useChangeBrand(brandId: string | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BrandChange) => call<Brand>('PATCH', '/v1/brand', { brandId, body }),
    onSuccess: refresh,
  })
}

export function useMakeBrand() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { name: string; timeZone?: string; postalAddress?: string }) =>
      call<Brand>('POST', '/app/api/brands', { body }),
    onSuccess: refresh,
  })
}

export function useDeleteBrand() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (brandId: string) => call('DELETE', `/app/api/brands/${brandId}`),
    onSuccess: refresh,
  })
}
