import { onlineManager } from '@tanstack/react-query'
import { createClient, type Settings } from 'postrider'
import { createAppClient } from 'postrider/app'
import { gates } from './gates'

/** Every answer, whatever it says, shows that the server is there; no answer, that it is away. */
async function watched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(input, init)
    // A proxy whose server is away answers in its place.
    onlineManager.setOnline(![502, 504].includes(answer.status))
    return answer
  } catch (error) {
    if (!init?.signal?.aborted) onlineManager.setOnline(false)
    throw error
  }
}

const GATES = { AUTHENTICATION_REQUIRED: 'sign-in', PASSWORD_REQUIRED: 'password' } as const

const settings: Settings = {
  fetch: watched,
  retries: 2,
  // Whoever looks at a page would rather read why than wait longer.
  longestWait: 4000,
  onRefusal: ({ code }) => (code in GATES ? gates.wait(GATES[code as keyof typeof GATES]) : false),
}

/** The API's operations, with the cookie of whoever is signed in. */
export const api = createClient(settings)
/** The rows of the app alone. */
export const app = createAppClient(settings)

/** Looks whether the server is back, while it is away. */
export async function probe(): Promise<void> {
  await watched('/app/api/state', { credentials: 'same-origin' }).catch(() => undefined)
}
