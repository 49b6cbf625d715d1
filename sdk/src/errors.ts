import type { ErrorCode } from "./generated/error-codes.js"

/** What the server says about a call that it refused or could not do. */
export class ApiError extends Error {
  override readonly name = "ApiError"
  readonly status: number
  /** Stable: branch on this. `UNREADABLE_ANSWER` is no code of the server's: something between here and there answered. */
  readonly code: ErrorCode | "UNREADABLE_ANSWER" | (string & {})
  readonly type: string
  /** The input that failed, as a dotted path: `contacts[2].firstNam`. */
  readonly param: string | undefined
  readonly suggestion: string | undefined
  /** What the code adds; its page tells what. */
  readonly details: Readonly<Record<string, unknown>> | undefined
  /** A page about the code. */
  readonly docs: string | undefined
  /** Names the request in the server's log. */
  readonly requestId: string | undefined
  /** Seconds after which the call may succeed. */
  readonly retryAfter: number | undefined

  constructor(answer: Response, text: string) {
    const said = envelope(text)
    super(said?.message ?? `The answer (status ${answer.status}) is none of the API. Is the address right?`)
    this.status = answer.status
    this.code = said?.code ?? "UNREADABLE_ANSWER"
    this.type = said?.type ?? "unreadable"
    this.param = said?.param ?? undefined
    this.suggestion = said?.suggestion ?? undefined
    this.details = said?.details ?? undefined
    this.docs = said?.docs ?? undefined
    this.requestId = answer.headers.get("x-request-id") ?? undefined
    this.retryAfter = seconds(answer.headers.get("retry-after"))
  }
}

/** There was no answer, or not a whole one: the server is away, was silent for too long, or broke off. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError"
  /** The server was silent for longer than `timeout`. */
  readonly timedOut: boolean

  constructor(message: string, about: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: about.cause })
    this.timedOut = about.timedOut ?? false
  }
}

interface Envelope {
  code: string
  type: string
  message: string
  param?: string | null
  suggestion?: string | null
  docs?: string | null
  details?: Record<string, unknown> | null
}

function envelope(text: string): Envelope | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Envelope }
    return typeof error?.code === "string" && typeof error.message === "string" ? error : undefined
  } catch {
    // A page of a proxy, or the server's refusal of what is no HTTP request.
    return undefined
  }
}

/** `Retry-After` is seconds from us, and may be a date from a proxy. */
function seconds(header: string | null): number | undefined {
  if (header === null) return undefined
  const value = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(value) ? undefined : Math.max(0, value)
}
