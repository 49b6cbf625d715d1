import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './client'

export interface Counters {
  sent: number
  delivered: number
  opened: number
  clicked: number
  bounced: number
  complained: number
  unsubscribed: number
  failed: number
  inDoubt: number
  machineOpens: number
  machineClicks: number
}

export interface Rates {
  delivery?: number | null
  open?: number | null
  click?: number | null
  bounce?: number | null
  unsubscribe?: number | null
}

export interface Overview {
  range: { from: string; to: string }
  totals: Counters
  rates: Rates
  series: { at: string; counters: Counters }[]
  byMailboxProvider: { provider: string; counters: Counters; rates: Rates }[]
}

const DAY_MS = 86_400_000

/** The last days, or as many days before them: what figures are compared with. */
export function useOverview(brandId: string | undefined, days: number, before = 0) {
  return useQuery({
    queryKey: ['overview', brandId, days, before],
    enabled: brandId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: before ? false : 30_000,
    queryFn: ({ signal }) => {
      const to = new Date(Date.now() - before * days * DAY_MS)
      const from = new Date(to.getTime() - (days - 1) * DAY_MS)
      return call<Overview>('GET', '/v1/analytics/overview', {
        brandId,
        query: { from: from.toISOString(), to: to.toISOString(), granularity: 'day' },
        signal,
      })
    },
  })
}
