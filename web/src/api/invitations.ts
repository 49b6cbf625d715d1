import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'
import { said, type Role, type Session } from './session'

export type Invitation = Omit<AppSchema<'Invitation'>, 'role'> & { role: Role }
/** As whoever has the link sees it. */
export type SeenInvitation = AppSchema<'OpenInvitation'>
/** The link is shown once. */
export type MadeInvitation = AppSchema<'SentInvitation'>

export const lookAtInvitation = (token: string) => app.invitations.look({ token })

export const acceptInvitation = (body: AppSchema<'Acceptance'>) => app.invitations.accept(said(body)) as Promise<Session>

const LIST = ['invitations']

export function useInvitations(enabled: boolean) {
  return useQuery({
    queryKey: LIST,
    enabled,
    queryFn: async ({ signal }) => (await app.invitations.list({ limit: 100 }, { signal })).data as Invitation[],
  })
}

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: LIST })
}

export function useInvite() {
  return useMutation({
    mutationFn: ({ key, ...body }: AppSchema<'InvitationBody'> & { key: string }) => app.invitations.create(body, { idempotencyKey: key }),
    onSuccess: useRefresh(),
  })
}

export function useRevokeInvitation() {
  return useMutation({ mutationFn: (invitationId: string) => app.invitations.revoke(invitationId), onSuccess: useRefresh() })
}
