import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppSchema } from 'postrider/app'
import { app } from './client'

/** What moves in the brand, in one cheap read. */
export type Pulse = AppSchema<'Pulse'>

const SOON_MS = 2000
const LATER_MS = 15_000
/** What lists of these show follows from what the pulse tells. */
const FOLLOWS = ['sends', 'any', 'overview', 'domains', 'events']

/** Asks while the page is seen, more often while something moves, and asks anew for what has changed. */
export function usePulse(brandId: string | undefined): Pulse | undefined {
  const cache = useQueryClient()
  const { data } = useQuery<Pulse>({
    queryKey: ['pulse', brandId],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (state.data?.isMoving ? SOON_MS : LATER_MS),
    queryFn: ({ signal }) => app.app.pulse({ brandId, signal }),
  })
  // An answer that says the same is the same object: this runs when something has changed.
  useEffect(() => {
    if (!data) return
    for (const name of FOLLOWS) void cache.invalidateQueries({ queryKey: [name, brandId] })
  }, [data, brandId, cache])
  return data
}
