import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/api/session'
import { Entrance } from '@/features/entrance/entrance'
import { asProblem } from '@/api/problem'
import { Logo } from '@/ui/marks'
import { Failed } from '@/ui/states'
import { ConnectionNotice } from './connection'
import { Gates } from './gates'
import { Nowhere } from './nowhere'
import { Shell } from './shell'

// Forms are a tenth of the first load, and whoever is signed in already sees none there.
const SignInScreen = lazy(async () => ({ default: (await import('@/features/entrance')).SignInScreen }))

/** Everything for people who are signed in. Whoever is not signs in at the same address, and finds the page there. */
export function Inside() {
  const session = useSession()
  if (session.data && session.data.organizations.length === 0) {
    return (
      <Entrance>
        <Nowhere email={session.data.person.email} />
      </Entrance>
    )
  }
  if (session.data) {
    return (
      <>
        <Shell>
          <Outlet />
        </Shell>
        <Gates />
      </>
    )
  }
  if (session.data === null) {
    return (
      <Entrance>
        <Suspense>
          <SignInScreen />
        </Suspense>
      </Entrance>
    )
  }
  return (
    <main className="grid min-h-dvh place-items-center" aria-busy={session.isPending}>
      <ConnectionNotice />
      {session.error ? <Failed problem={asProblem(session.error)} again={() => void session.refetch()} /> : <Logo size={40} />}
    </main>
  )
}
