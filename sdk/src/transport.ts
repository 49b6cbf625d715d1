import { base, queryString } from "./address.js"
import { readJson, readStream, type ReadAnswer } from "./answers.js"
import { ApiError, ConnectionError } from "./errors.js"
import { pagesFrom } from "./pages.js"
import { isReadOnce, isRepeatable, pause, waitAfter } from "./retries.js"
import { Silence } from "./silence.js"
import type { Call, CallOptions, Page, Settings, Transport } from "./types.js"

const TIMEOUT = 60_000
const RETRIES = 3
const LONGEST_WAIT = 60_000
/** What the server says before it looks at a file. */
const REFUSED_UNREAD = new Set([401, 402, 403, 404, 429])

/** The way to the server that every method goes: addresses, keys, tries, errors. */
export function createTransport(settings: Settings): Transport {
  const root = base(settings.url)

  async function attempt<T>(call: Call, options: CallOptions, key: string | undefined, read: ReadAnswer<T>): Promise<T> {
    // Nobody is told how far a file has come, so a file that takes long cannot be told from a silent server.
    const limit = options.timeout ?? (call.file === undefined ? (settings.timeout ?? TIMEOUT) : Infinity)
    const request = requestOf(settings, call, options, key)
    const silence = new Silence(limit, options.signal)
    const go = settings.fetch ?? fetch
    silence.begin()
    try {
      const answer = await go(root + call.path + queryString(call.query), { ...request, signal: silence.signal })
      silence.begin()
      if (!answer.ok) throw new ApiError(answer, await answer.text())
      return await read(answer, silence)
    } catch (error) {
      silence.over()
      throw error instanceof ApiError ? error : silence.meaning(error)
    }
  }

  async function send<T>(call: Call, options: CallOptions, read: ReadAnswer<T>): Promise<T> {
    const key = call.keyed ? (options.idempotencyKey ?? newKey()) : undefined
    const most = isRepeatable(call, key) ? (options.retries ?? settings.retries ?? RETRIES) : 0
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(call, options, key, read)
      } catch (failure) {
        const error = await refusalBehind(failure, call, options)
        const wait = tries <= most ? waitAfter(error, tries) : undefined
        if (wait !== undefined && wait <= (settings.longestWait ?? LONGEST_WAIT)) await pause(wait, options.signal)
        else if (!(await isMended(error, call))) throw error
      }
    }
  }

  /**
   * A server that refuses a file does not read it to its end, and Node's `fetch` then tells of the broken connection instead of
   * the answer. The same call with an empty file, of which nothing can come, tells why.
   */
  async function refusalBehind(failure: unknown, call: Call, options: CallOptions): Promise<unknown> {
    if (call.file === undefined || !(failure instanceof ConnectionError) || failure.timedOut) return failure
    const why: unknown = await attempt({ ...call, file: "" }, options, undefined, readJson).catch((error: unknown) => error)
    return why instanceof ApiError && REFUSED_UNREAD.has(why.status) ? why : failure
  }

  /** What was refused has changed nothing, so that it may be sent again whatever it is; a stream is gone. */
  const isMended = async (error: unknown, call: Call) =>
    error instanceof ApiError && error.status < 500 && !isReadOnce(call) && (await settings.onRefusal?.(error, call))

  const request = <Answer>(call: Call, options: CallOptions = {}) => send<Answer>(call, options, readJson)
  return {
    request,
    pages: <P extends Page>(call: Call, options: CallOptions = {}) => pagesFrom<P>(request, call, options),
    download: (call, options = {}) => send(call, options, readStream),
  }
}

function requestOf(settings: Settings, call: Call, options: CallOptions, key: string | undefined): RequestInit {
  const headers = new Headers()
  if (settings.key !== undefined) headers.set("Authorization", `Bearer ${settings.key}`)
  const brandId = options.brandId ?? settings.brandId
  if (brandId !== undefined) headers.set("X-Brand-Id", brandId)
  if (key !== undefined) headers.set("Idempotency-Key", key)
  // With a key no cookie is sent; without one, the page's own.
  const request: RequestInit & { duplex?: "half" } = {
    method: call.method,
    headers,
    credentials: settings.key === undefined ? "same-origin" : "omit",
    // The API leads nowhere else. A proxy that does would turn a POST into a GET.
    redirect: "manual",
  }
  if (call.file !== undefined) {
    headers.set("Content-Type", call.fileType ?? "application/octet-stream")
    request.body = typeof call.file === "function" ? call.file() : call.file
    // What `fetch` asks for when a body is a stream.
    request.duplex = "half"
  } else if (call.body !== undefined) {
    headers.set("Content-Type", "application/json")
    request.body = JSON.stringify(call.body)
  }
  return request
}

/** 128 random bits. `randomUUID` is missing in pages that came over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
