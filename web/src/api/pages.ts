import type { InfiniteData } from '@tanstack/react-query'

/** One page of a list, as every list of the API answers. */
export interface Page<R> {
  data: R[]
  pagination: { hasMore: boolean; cursor?: string | null }
}

/** What an infinite query needs to page through such a list, its rows joined. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page<unknown>): string | undefined =>
    last.pagination.hasMore ? (last.pagination.cursor ?? undefined) : undefined,
}

export function joined<R>(data: InfiniteData<Page<R>>): R[] {
  return data.pages.flatMap((page) => page.data)
}
