import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { app } from './client'
import { gates } from './gates'
import { asProblem } from './problem'

export type Role = 'viewer' | 'editor' | 'admin' | 'owner'

export type Person = AppSchema<'Person'>
export type JoinedOrganization = Omit<AppSchema<'JoinedOrganization'>, 'role'> & { role: Role }
export type Session = Omit<AppSchema<'Session'>, 'organizations'> & { organizations: JoinedOrganization[] }

const SESSION = ['session']

/** Who is signed in; `null` for nobody. Once there was somebody, a session that ended is asked for again over the page. */
export function useSession() {
  return useQuery({
    queryKey: SESSION,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        const session = (await app.session.get({ signal })) as Session
        gates.occupy(true)
        return session
      } catch (error) {
        if (asProblem(error).status === 401) return null
        throw error
      }
    },
  })
}

export function useAppState() {
  return useQuery({
    queryKey: ['state'],
    queryFn: ({ signal }) => app.app.state({ signal }),
  })
}

/** What was left empty was not said. */
export const said = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== undefined)) as T

export const signIn = (body: AppSchema<'SignIn'>) => app.session.create(said(body)) as Promise<Session>

export const claim = (body: AppSchema<'Claim'>) => app.account.claim(said(body)) as Promise<Session>

export const askForReset = (email: string) => app.passwordResets.create({ email })

export const resetPassword = (body: AppSchema<'Reset'>) => app.passwordResets.use(said(body)) as Promise<Session>

export const givePassword = (body: AppSchema<'GivenPassword'>) => app.session.password(said(body))

export const lookAt = (organizationId: string) => app.session.organization({ organizationId }) as Promise<Session>

/** The session itself is replaced, not removed: whoever looks at it has to be told. */
function forget(cache: QueryClient) {
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

/** Takes a session over that has just begun; nothing that somebody else saw stays in the cache. */
export function begin(cache: QueryClient, session: Session) {
  const before = cache.getQueryData<Session | null>(SESSION)
  const same = before?.person.personId === session.person.personId && before.organizationId === session.organizationId
  gates.occupy(true)
  if (!same) forget(cache)
  cache.setQueryData(SESSION, session)
  if (same) void cache.invalidateQueries()
}

export async function signOut(cache: QueryClient) {
  await app.session.delete()
  gates.occupy(false)
  forget(cache)
  cache.setQueryData(SESSION, null)
}
