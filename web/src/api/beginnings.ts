import { useQuery } from '@tanstack/react-query'
import { api } from './client'

/** Whether there is at least one of something in the brand: the cheapest question there is. */
export function useAny(brandId: string | undefined, noun: 'contacts' | 'emails' | 'sends') {
  return useQuery<boolean>({
    queryKey: ['any', brandId, noun],
    enabled: brandId !== undefined,
    // Once there was one, the step is done.
    staleTime: ({ state }) => (state.data ? Infinity : 10_000),
    queryFn: async ({ signal }) => (await api[noun].list({ limit: 1 }, { brandId, signal })).data.length > 0,
  })
}
