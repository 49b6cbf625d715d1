import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app, request } from './client'

export type OwnSession = AppSchema<'ListedSession'>

export interface SecondFactor {
  enabled: boolean
  recoveryCodesLeft: number
}

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
    queryFn: ({ signal }) => request<SecondFactor>({ method: 'GET', path: '/app/api/profile/totp' }, { signal }),
  })
}

export const offerSecondFactor = () => 
  request<{ secret: string; url: string }>({ method: 'POST', path: '/app/api/profile/totp' })

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => 
      request<{ recoveryCodes: string[] }>({ method: 'PUT', path: '/app/api/profile/totp', body: { code } }),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useRemoveSecondFactor() {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: '/app/api/profile/totp' }),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: () => request<{ recoveryCodes: string[] }>({ method: 'POST', path: '/app/api/profile/recovery-codes' }),
    onSuccess: useRefresh(FACTOR),
  })
}
