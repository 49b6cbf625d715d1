import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'
import type { Role } from './session'

export type Member = Omit<AppSchema<'Member'>, 'role'> & { role: Role }

const LIST = ['people']

export function useMembers(enabled = true) {
  return useQuery({
    queryKey: LIST,
    enabled,
    queryFn: async ({ signal }) => (await app.people.list({ limit: 100 }, { signal })).data as Member[],
  })
}

export function useChangeMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ personId, change }: { personId: string; change: AppSchema<'MemberUpdate'> }) => app.people.update(personId, change),
    onSuccess: () => Promise.all([LIST, ['session']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

/** Out of the organization that one looks at. */
export const leave = () => app.session.leave()

export function useRemoveMember() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (personId: string) => app.people.remove(personId),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}
