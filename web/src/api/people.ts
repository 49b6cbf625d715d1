import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'
import type { Role } from './session'

export interface Member {
  personId: string
  email: string
  name?: string | null
  role: Role
  /** The brands that they see; absent: all. */
  brandIds?: string[] | null
  hasPassword: boolean
  hasSecondFactor: boolean
  joinedAt: string
}

export interface MemberChange {
  role?: Role
  brandIds?: string[] | null
}

const LIST = ['people']

export function useMembers(enabled = true) {
  return useQuery({
    queryKey: LIST,
    enabled,
    queryFn: async ({ signal }) => (await call<Page<Member>>('GET', '/app/api/people', { query: { limit: 100 }, signal })).data,
  })
}

export function useChangeMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ personId, change }: { personId: string; change: MemberChange }) =>
      call<Member>('PATCH', `/app/api/people/${personId}`, { body: change }),
    onSuccess: () => Promise.all([LIST, ['session']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

export function useRemoveMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (personId: string) => call('DELETE', `/app/api/people/${personId}`),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}
