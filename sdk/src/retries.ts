import { ApiError, ConnectionError } from "./errors.js"
import type { Call } from "./types.js"

const FIRST_WAIT = 500
const LAST_WAIT = 8_000
/** Of these the server, or a proxy, may think differently in a moment. */
const PASSING = new Set([429, 500, 502, 503, 504])

/** Whether a call has a body that is gone once it was sent. */
export const isReadOnce = (call: Call): boolean => call.file instanceof ReadableStream

/** Whether a call may be sent twice: it reads, or its idempotency key makes the second the same as the first. */
export const isRepeatable = (call: Call, key: string | undefined): boolean =>
  (call.method === "GET" || key !== undefined) && !isReadOnce(call)

/** How long to wait before the next try in milliseconds; nothing if another would fail as well. */
export function waitAfter(error: unknown, tries: number): number | undefined {
  if (error instanceof ConnectionError) return backOff(tries)
  if (!(error instanceof ApiError)) return undefined
  if (!PASSING.has(error.status) && error.code !== "IDEMPOTENCY_IN_PROGRESS") return undefined
  return error.retryAfter === undefined ? backOff(tries) : error.retryAfter * 1000
}

/** Twice as long each time, and by chance up to half less: callers that failed together do not come back together. */
const backOff = (tries: number): number =>
  Math.min(FIRST_WAIT * 2 ** (tries - 1), LAST_WAIT) * (1 - Math.random() / 2)

/** Waits, or throws the signal's reason as soon as there is one. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener("abort", stop, { once: true })
  })
}
