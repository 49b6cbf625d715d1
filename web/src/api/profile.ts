import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'

export type OwnSession = AppSchema<'ListedSession'>

const SESSIONS = ['profile', 'sessions']
const FACTOR = ['profile', 'totp']

function useRefresh(...keys: string[][]) {
  const cache = useQueryClient()
  return () => Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
}

export function useRename() {
  return useMutation({
    mutationFn: (name: string) => app.profile.update({ name: name || null }),
    onSuccess: useRefresh(['session'], ['people']),
  })
}

/** For the first owner of an older version, whose account has none that gets mail. */
export function useGiveAddress() {
  return useMutation({
    mutationFn: (email: string) => app.profile.setEmail({ email }),
    onSuccess: useRefresh(['session'], ['people']),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: AppSchema<'NewPassword'>) => app.profile.setPassword(body),
    onSuccess: useRefresh(SESSIONS),
  })
}

export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await app.profile.sessions({ signal })).data,
  })
}

/** One of them, or all but the one that asks. */
export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId ? app.profile.endSession(sessionId) : app.profile.endSessions(),
    onSuccess: useRefresh(SESSIONS),
  })
}

export function useSecondFactor() {
  return useQuery({
    queryKey: FACTOR,
    queryFn: ({ signal }) => app.profile.totp({ signal }),
  })
}

export const offerSecondFactor = () =>  app.profile.offerTotp()

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) =>  app.profile.confirmTotp({ code }),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useRemoveSecondFactor() {
  return useMutation({
    mutationFn: () => app.profile.removeTotp(),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: () => app.profile.renewRecoveryCodes(),
    onSuccess: useRefresh(FACTOR),
  })
}
