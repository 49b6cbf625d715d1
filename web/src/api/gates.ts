/**
 * Some calls wait for somebody: to sign in again, or to give the password again. The call stays open meanwhile and is repeated
 * afterwards, so nothing that was typed is lost, and no screen has to know.
 */
export type GateName = 'sign-in' | 'password'

interface Waiting {
  name: GateName
  /** Resolves for all calls that wait at this gate. */
  passed: Promise<boolean>
  open: (passed: boolean) => void
}

const ignore = () => {}
let waiting: Waiting | undefined
let signedIn = false
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

export const gates = {
  /** Whether the call may be repeated: `false` when somebody gave up. */
  wait(name: GateName): Promise<boolean> {
    // Before anybody came there is no page to go on with: a refusal is the answer.
    if (!signedIn) return Promise.resolve(false)
    if (waiting?.name === name) return waiting.passed
    // Whoever is signed out is asked for everything at once.
    waiting?.open(false)
    const gate: Waiting = { name, passed: Promise.resolve(false), open: ignore }
    gate.passed = new Promise((resolve) => {
      gate.open = resolve
    })
    waiting = gate
    tell()
    return gate.passed
  },
  leave(passed: boolean) {
    waiting?.open(passed)
    waiting = undefined
    tell()
  },
  /** Somebody has signed in or out on this page. */
  occupy(by: boolean) {
    signedIn = by
  },
  now: (): GateName | undefined => waiting?.name,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
