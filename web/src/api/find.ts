import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'

export type FoundByName = AppSchema<'FoundByName'>

/** What has these words in its name. A question that another one followed is given up. */
export function useFind(brandId: string | undefined, words: string) {
  return useQuery({
    queryKey: ['find', brandId, words],
    enabled: brandId !== undefined && words !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => app.app.find({ q: words }, { brandId, signal }),
  })
}
