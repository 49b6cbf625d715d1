import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from './client'
import type { Page } from './pages'
import { said, type Role, type Session } from './session'

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
export type MadeInvitation = Invitation & { link?: string | null; mailed: boolean; mailProblem?: string | null }

export const lookAtInvitation = (token: string) =>
  request<SeenInvitation>({ method: 'POST', path: '/app/api/invitations/look', body: { token } })

export const acceptInvitation = (body: { token: string } & Record<string, string>) =>
  request<Session>({ method: 'POST', path: '/app/api/invitations/accept', body: said(body) })

const LIST = ['invitations']

export function useInvitations(enabled: boolean) {
  return useQuery({
    queryKey: LIST,
    enabled,
    queryFn: async ({ signal }) =>
      (await request<Page<Invitation>>({ method: 'GET', path: '/app/api/invitations', query: { limit: 100 } }, { signal })).data,
  })
}

export function useInvite() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...body }: { email: string; role: Role; brandIds: string[] | null; key: string }) =>
      request<MadeInvitation>({ method: 'POST', path: '/app/api/invitations', body, keyed: true }, { idempotencyKey: key }),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}

export function useRevokeInvitation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => request({ method: 'DELETE', path: `/app/api/invitations/${invitationId}` }),
    onSuccess: () => cache.invalidateQueries({ queryKey: LIST }),
  })
}
