import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'

export type Overview = Schema<'Overview'>
export type Counters = Schema<'OverviewCounters'>
export type Rates = Schema<'OverviewRates'>

const DAY_MS = 86_400_000

/** The last days, or as many days before them: what figures are compared with. */
export function useOverview(brandId: string | undefined, days: number, before = 0) {
  return useQuery({
    queryKey: ['overview', brandId, days, before],
    enabled: brandId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const to = new Date(Date.now() - before * days * DAY_MS)
      const from = new Date(to.getTime() - (days - 1) * DAY_MS)
      const range = { from: from.toISOString(), to: to.toISOString() }
      return api.analytics.overview({ ...range, granularity: 'day' }, { brandId, signal })
    },
  })
}
