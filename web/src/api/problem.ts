/** What went wrong, in the API's words: the interface shows these and invents none. */
export interface ProblemBody {
  code: string
  message: string
  param?: string
  suggestion?: string
  details?: unknown
  retryAfter?: number
}

export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The input that failed, as a dotted path: the message belongs at its field. */
  readonly param: string | undefined
  readonly suggestion: string | undefined
  readonly details: unknown
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor(status: number, body: ProblemBody, requestId?: string) {
    super(body.message)
    this.name = 'Problem'
    this.status = status
    this.code = body.code
    this.param = body.param
    this.suggestion = body.suggestion
    this.details = body.details
    this.retryAfter = body.retryAfter
    this.requestId = requestId
  }

  /** The server did not answer at all. */
  get isOffline() {
    return this.code === 'OFFLINE'
  }
}

export function offline(): Problem {
  return new Problem(0, {
    code: 'OFFLINE',
    message: 'Postrider does not answer.',
    suggestion: 'Nothing is lost. This page tries again by itself.',
  })
}

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem(500, {
    code: 'UNEXPECTED',
    message: 'This page made a mistake.',
    suggestion: 'Load it again. If that does not help, tell whoever runs this server.',
  })
}
