import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Person } from './session'

export interface OwnSession {
  sessionId: string
  current: boolean
  madeAt: string
  lastSeenAt: string
  address?: string | null
  browser?: string | null
}

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
    mutationFn: (name: string) => call<Person>('PATCH', '/app/api/profile', { body: { name: name || null } }),
    onSuccess: useRefresh(['session'], ['people']),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) =>
      call<{ ended: number }>('PUT', '/app/api/profile/password', { body }),
    onSuccess: useRefresh(SESSIONS),
  })
}

export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await call<{ data: OwnSession[] }>('GET', '/app/api/profile/sessions', { signal })).data,
  })
}

/** One of them, or all but the one that asks. */
export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      call<{ ended: number }>('DELETE', `/app/api/profile/sessions${sessionId ? `/${sessionId}` : ''}`),
    onSuccess: useRefresh(SESSIONS),
  })
}

export function useSecondFactor() {
  return useQuery({
    queryKey: FACTOR,
    queryFn: ({ signal }) => call<SecondFactor>('GET', '/app/api/profile/totp', { signal }),
  })
}

export const offerSecondFactor = () => call<{ secret: string; url: string }>('POST', '/app/api/profile/totp')

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => call<{ recoveryCodes: string[] }>('PUT', '/app/api/profile/totp', { body: { code } }),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useRemoveSecondFactor() {
  return useMutation({
    mutationFn: () => call('DELETE', '/app/api/profile/totp'),
    onSuccess: useRefresh(FACTOR, ['session']),
  })
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: () => call<{ recoveryCodes: string[] }>('POST', '/app/api/profile/recovery-codes'),
    onSuccess: useRefresh(FACTOR),
  })
}
