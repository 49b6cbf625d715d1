import { ConnectionError } from "./errors.js"

/** Ends a try when the caller says so, or when the server is waited for and silent for too long. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #limit: number
  readonly #caller: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Milliseconds; `Infinity` is no limit. */
  constructor(limit: number, caller: AbortSignal | undefined) {
    this.#limit = limit
    this.#caller = caller
    if (caller?.aborted) this.#stop()
    else caller?.addEventListener("abort", this.#stop)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Now the server is waited for; what it was silent before does not count. */
  begin(): void {
    this.end()
    if (!Number.isFinite(this.#limit)) return
    this.#timer = setTimeout(() => {
      this.#controller.abort(new ConnectionError(`The server was silent for ${this.#limit} ms.`, { timedOut: true }))
    }, this.#limit)
  }

  /** The server has said something, and is not waited for. */
  end(): void {
    clearTimeout(this.#timer)
  }

  /** The try is over: nobody needs to end it any more. */
  over(): void {
    this.end()
    this.#caller?.removeEventListener("abort", this.#stop)
  }

  /** What a `fetch` that failed or a stream that broke means to the caller. */
  meaning(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason
    return new ConnectionError("The connection to the server failed.", { cause: error })
  }

  readonly #stop = () => this.#controller.abort(this.#caller?.reason)
}
