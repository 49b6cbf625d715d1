import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { gates } from '@/api/gates'
import { begin, type Session } from '@/api/session'
import { Dialog } from '@/ui/dialog'
import { useSignedIn } from './here'

const PasswordForm = lazy(async () => ({ default: (await import('@/features/entrance')).PasswordForm }))
const SignInForm = lazy(async () => ({ default: (await import('@/features/entrance')).SignInForm }))

/** Asks over the page for what a waiting call needs; nothing behind it is lost. */
export function Gates() {
  const gate = useSyncExternalStore(gates.subscribe, gates.now)
  const { person } = useSignedIn()
  const cache = useQueryClient()

  function back(session: Session) {
    const same = session.person.personId === person.personId
    begin(cache, session)
    gates.leave(same)
    // What somebody else had open is not this person's to go on with.
    if (!same) window.location.assign('/app/')
  }

  return (
    <>
      <Dialog
        open={gate === 'sign-in'}
        title="You were signed out meanwhile"
        about="Sign in to go on where you are. Nothing on the page is lost."
      >
        <Suspense>
          <SignInForm email={person.email} done={back} />
        </Suspense>
      </Dialog>
      <Dialog
        open={gate === 'password'}
        onClose={() => gates.leave(false)}
        title="Your password again"
        about="What comes next can do harm, so Postrider makes sure that it is you."
      >
        <Suspense>
          <PasswordForm asksForCode={person.hasSecondFactor} done={() => gates.leave(true)} cancel={() => gates.leave(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
