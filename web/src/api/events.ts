import { useQuery } from '@tanstack/react-query'
import { api } from './client'

const WEEK_MS = 7 * 86_400_000
const SHOWN = 100

/** Fires of the last week that started nothing, the newest first. */
export function useDeadLetters(brandId: string | undefined) {
  return useQuery({
    queryKey: ['events', brandId, 'dead-letters'],
    enabled: brandId !== undefined,
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - WEEK_MS).toISOString()
      return api.analytics.events({ eventType: ['dead_letter'], from, limit: SHOWN }, { brandId, signal })
    },
  })
}
