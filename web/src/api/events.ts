import { useQuery } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'

export type FeedEvent = Schema<'Event'>

const WEEK_MS = 7 * 86_400_000
const SHOWN = 100

/** A fire whole: only this tells why it started nothing. */
export function useFire(brandId: string | undefined, triggerInstanceId: string) {
  return useQuery({
    queryKey: ['fires', brandId, triggerInstanceId],
    enabled: brandId !== undefined,
    queryFn: ({ signal }) => api.triggerInstances.get(triggerInstanceId, { brandId, signal }),
  })
}

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
