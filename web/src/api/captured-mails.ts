import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'
import { joined, paged } from './pages'

export type CapturedMail = AppSchema<'CapturedMail'>
export type OpenedMail = AppSchema<'OpenedMail'>

/** Whose mails: those of a brand, or the notices of the installation itself, such as invitations. */
export type Box = { brandId: string | undefined } | 'notices'

const LIST = 'captured-mails'
const PAGE = 50
/** How often an open list looks again, as long as it is short: every page is a call. */
const EVERY_MS = 4000
const FOLLOWED_PAGES = 3

export function useCapturedMails(box: Box, recipient: string) {
  const isNotices = box === 'notices'
  const brandId = isNotices ? undefined : box.brandId
  const key = isNotices ? 'notices' : brandId
  return useInfiniteQuery({
    queryKey: [LIST, key, recipient],
    enabled: key !== undefined,
    ...paged,
    // What other words found stays until the answer comes; what another brand has does not.
    placeholderData: (before, query) => (query?.queryKey[1] === key ? before : undefined),
    select: joined<CapturedMail>,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= FOLLOWED_PAGES ? EVERY_MS : false),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, cursor: pageParam, ...(recipient ? { recipient } : {}) }
      return isNotices ? app.notices.list(query, { signal }) : app.capturedMails.list(query, { brandId, signal })
    },
  })
}

/** A mail never changes once it is there. */
export function useCapturedMail(box: Box, mailId: string) {
  const brandId = box === 'notices' ? undefined : box.brandId
  return useQuery<OpenedMail>({
    queryKey: [LIST, box === 'notices' ? box : brandId, 'mail', mailId],
    enabled: box === 'notices' || brandId !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) => (box === 'notices' ? app.notices.get(mailId, { signal }) : app.capturedMails.get(mailId, { brandId, signal })),
  })
}

/** More than this of a message is for a program to read. */
export const SHOWN_SOURCE = 200_000

/** The message byte for byte, as it would have been sent, and its beginning as text. */
export function useMailSource(brandId: string | undefined, mailId: string) {
  return useQuery({
    queryKey: [LIST, brandId, 'source', mailId],
    enabled: brandId !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const file = await new Response(await app.capturedMails.source(mailId, { brandId, signal })).blob()
      return { file, beginning: await file.slice(0, SHOWN_SOURCE).text() }
    },
  })
}

export function useDeleteCapturedMails(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => app.capturedMails.delete({ brandId }),
    onSuccess: () => cache.resetQueries({ queryKey: [LIST, brandId] }),
  })
}
