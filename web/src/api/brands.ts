import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import type { AppSchema } from 'postrider/app'
import { api, app } from './client'

export type Brand = Schema<'Brand'>

export function useBrandDetails(brandId: string | undefined) {
  return useQuery({
    queryKey: ['brand', brandId],
    enabled: brandId !== undefined,
    staleTime: 300_000,
    queryFn: ({ signal }) => api.brand.get({ brandId, signal }),
  })
}

export function useBrands() {
  return useQuery({
    queryKey: ['brands'],
    queryFn: async ({ signal }) => (await api.brands.list({ limit: 100 }, { signal })).data,
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
    mutationFn: (body: Schema<'BrandUpdate'>) => api.brand.update(body, { brandId }),
    onSuccess: refresh,
  })
}

export function useMakeBrand() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ key, ...body }: AppSchema<'NewBrand'> & { key: string }) => app.brands.create(body, { idempotencyKey: key }),
    onSuccess: refresh,
  })
}

export function useDeleteBrand() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (brandId: string) => app.brands.delete(brandId),
    onSuccess: refresh,
  })
}
