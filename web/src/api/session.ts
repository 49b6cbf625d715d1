import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from './client'
import { asProblem } from './problem'

export type Role = 'viewer' | 'editor' | 'admin' | 'owner'

export interface Person {
  personId: string
  email: string
  name?: string | null
  hasSecondFactor: boolean
}

export interface JoinedOrganization {
  organizationId: string
  name: string
  role: Role
  limited: boolean
  suspended: boolean
  brands: { brandId: string; name: string }[]
}

export interface Session {
  sessionId: string
  person: Person
  organizationId?: string | null
  organizations: JoinedOrganization[]
  madeAt: string
  wantsPassword: boolean
}

export interface AppState {
  claimed: boolean
  capturesMail: boolean
  person?: Person | null
}

const SESSION = ['session']

/** Who is signed in; `null` for nobody. Once there was somebody, a session that ended is asked for again over the page. */
export function useSession() {
  const cache = useQueryClient()
  return useQuery({
    queryKey: SESSION,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Session | null> => {
      const first = !cache.getQueryData(SESSION)
      try {
        return await call<Session>('GET', '/app/api/session', { signal, anonymous: first })
      } catch (error) {
        if (first && asProblem(error).status === 401) return null
        throw error
      }
    },
  })
}

export function useAppState() {
  return useQuery({
    queryKey: ['state'],
    queryFn: ({ signal }) => call<AppState>('GET', '/app/api/state', { signal, anonymous: true }),
  })
}

export interface SignIn {
  email: string
  password: string
  code?: string
}

const without = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== undefined)) as T

export const signIn = (body: SignIn) => call<Session>('POST', '/app/api/session', { body: without(body), anonymous: true })

export const claim = (body: { token: string; email?: string; name?: string; password: string; code?: string }) =>
  call<Session>('POST', '/app/api/claim', { body: without(body), anonymous: true })

export const askForReset = (email: string) => call('POST', '/app/api/password-resets', { body: { email }, anonymous: true })

export const resetPassword = (body: { token: string; password: string; code?: string }) =>
  call<Session>('PUT', '/app/api/password-resets', { body: without(body), anonymous: true })

export const givePassword = (body: { password: string; code?: string }) =>
  call('POST', '/app/api/session/password', { body: without(body) })

export const lookAt = (organizationId: string) =>
  call<Session>('PUT', '/app/api/session/organization', { body: { organizationId } })

/** The session itself is replaced, not removed: whoever looks at it has to be told. */
function forget(cache: QueryClient) {
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

/** Takes a session over that has just begun; nothing that somebody else saw stays in the cache. */
export function begin(cache: QueryClient, session: Session) {
  const before = cache.getQueryData<Session | null>(SESSION)
  const same = before?.person.personId === session.person.personId && before.organizationId === session.organizationId
  if (!same) forget(cache)
  cache.setQueryData(SESSION, session)
  if (same) void cache.invalidateQueries()
}

export async function signOut(cache: QueryClient) {
  await call('DELETE', '/app/api/session', { anonymous: true })
  forget(cache)
  cache.setQueryData(SESSION, null)
}
