import { useQuery } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'

/** Whether there is at least one of something in the brand: the cheapest question there is. */
export function useAny(brandId: string | undefined, noun: 'contacts' | 'emails' | 'sends') {
  return useQuery<boolean>({
    queryKey: ['any', brandId, noun],
    enabled: brandId !== undefined,
    // Once there was one, the step is done.
    staleTime: ({ state }) => (state.data ? Infinity : 10_000),
    queryFn: async ({ signal }) => (await call<Page<unknown>>('GET', `/v1/${noun}`, { brandId, query: { limit: 1 }, signal })).data.length > 0,
  })
}
