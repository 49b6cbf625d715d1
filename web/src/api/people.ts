import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from './client'
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
    queryFn: async ({ signal }) => (await request<Page<Member>>({ method: 'GET', path: '/app/api/people', query: { limit: 100 } }, { signal })).data,
  })
}

export function useChangeMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ personId, change }: { personId: string; change: MemberChange }) =>
      request<Member>({ method: 'PATCH', path: `/app/api/people/${personId}`, body: change }),
    onSuccess: () => Promise.all([LIST, ['session']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

/** Out of the organization that one looks at. */
export const leave = () => request({ method: 'DELETE', path: '/app/api/session/organization' })

export function useRemoveMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (personId: string) => request({ method: 'DELETE', path: `/app/api/people/${personId}` }),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}
