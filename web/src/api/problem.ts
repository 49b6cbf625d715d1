import { ApiError, ConnectionError } from 'postrider'

interface ProblemBody {
  code: string
  message: string
  param?: string | undefined
  suggestion?: string | undefined
  requestId?: string | undefined
}

/** What went wrong, in the API's words: the interface shows these and invents none. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The input that failed, as a dotted path: the message belongs at its field. */
  readonly param: string | undefined
  readonly suggestion: string | undefined
  readonly requestId: string | undefined

  constructor(status: number, body: ProblemBody) {
    super(body.message)
    this.name = 'Problem'
    this.status = status
    this.code = body.code
    this.param = body.param
    this.suggestion = body.suggestion
    this.requestId = body.requestId
  }

  /** The server did not answer at all. */
  get isOffline() {
    return this.code === 'OFFLINE'
  }
}

const AWAY = {
  code: 'OFFLINE',
  message: 'Postrider does not answer.',
  suggestion: 'Nothing is lost. Try again when it is back; this page looks for it by itself.',
}

const MISTAKE = {
  code: 'UNEXPECTED',
  message: 'This page made a mistake.',
  suggestion: 'Load it again. If that does not help, tell whoever runs this server.',
}

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ConnectionError) return new Problem(0, AWAY)
  if (!(error instanceof ApiError)) return new Problem(500, MISTAKE)
  if (error.status === 502 || error.status === 504) return new Problem(0, AWAY)
  return new Problem(error.status, error)
}
