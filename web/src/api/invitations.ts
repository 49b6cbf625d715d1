import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'
import type { Role, Session } from './session'

export interface Invitation {
  invitationId: string
  email: string
  role: Role
  brandIds?: string[] | null
  createdAt: string
  expiresAt: string
  isExpired: boolean
}

/** As whoever has the link sees it. */
export interface SeenInvitation {
  organizationName: string
  email: string
  role: Role
  hasAccount: boolean
}

/** The link is shown once. */
export type MadeInvitation = Invitation & { link?: string; mailed: boolean; mailProblem?: string | null }

export const lookAtInvitation = (token: string) =>
  call<SeenInvitation>('POST', '/app/api/invitations/look', { body: { token }, anonymous: true })

export const acceptInvitation = (body: { token: string } & Record<string, string>) =>
  call<Session>('POST', '/app/api/invitations/accept', {
    body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')),
    anonymous: true,
  })

const LIST = ['invitations']

export function useInvitations(enabled: boolean) {
  return useQuery({
    queryKey: LIST,
    enabled,
    queryFn: async ({ signal }) =>
      (await call<Page<Invitation>>('GET', '/app/api/invitations', { query: { limit: 100 }, signal })).data,
  })
}

export function useInvite() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; role: Role; brandIds?: string[] }) =>
      call<MadeInvitation>('POST', '/app/api/invitations', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}

export function useRevokeInvitation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => call('DELETE', `/app/api/invitations/${invitationId}`),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}
