import { onlineManager } from '@tanstack/react-query'
import { gates } from './gates'
import { offline, Problem, type ProblemBody } from './problem'

export type Query = Record<string, string | number | boolean | string[] | null | undefined>

export interface CallOptions {
  query?: Query
  body?: unknown
  /** The brand whose data is meant, where the row is of a brand. */
  brandId?: string | undefined
  idempotencyKey?: string
  signal?: AbortSignal
  /** Asked before anybody signed in: a 401 is the answer, and no reason to ask for the password. */
  anonymous?: boolean
}

/** One call of the server with the browser's cookie. Throws a `Problem`. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  for (;;) {
    const problem = await attempt(method, path, options)
    if (!(problem instanceof Problem)) return problem as T
    const gate = gateOf(problem, options)
    if (!gate || !(await gates.wait(gate))) throw problem
  }
}

function gateOf(problem: Problem, options: CallOptions) {
  if (options.anonymous) return undefined
  if (problem.code === 'AUTHENTICATION_REQUIRED') return 'sign-in' as const
  if (problem.code === 'PASSWORD_REQUIRED') return 'password' as const
  return undefined
}

async function attempt(method: string, path: string, options: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.brandId) headers['X-Brand-Id'] = options.brandId
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  let response: Response
  try {
    response = await fetch(addressOf(path, options.query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    onlineManager.setOnline(false)
    return offline()
  }
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  const answer = await read(response)
  if (response.ok) return answer
  const body = (answer as { error?: ProblemBody } | undefined)?.error
  // A proxy whose server is away answers without our envelope: that is the same to whoever looks at the page.
  if (!body && [502, 503, 504].includes(response.status)) {
    onlineManager.setOnline(false)
    return offline()
  }
  return new Problem(response.status, body ?? { code: 'UNEXPECTED', message: `The server answered ${response.status}.` }, requestId)
}

async function read(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Lists are one comma list, as the contract says. */
function addressOf(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    params.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** Looks whether the server is back, while it is away. */
export async function probe(): Promise<void> {
  try {
    const response = await fetch('/app/api/state', { credentials: 'same-origin' })
    if (response.ok) onlineManager.setOnline(true)
  } catch {
    // Still away: the next look comes in a moment.
  }
}
