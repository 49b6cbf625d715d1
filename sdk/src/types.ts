import type { ApiError } from "./errors.js"
import type { ErrorCode } from "./generated/error-codes.js"

export type { ErrorCode }

/** How a client reaches its server. */
export interface Settings {
  /** Where the server is: `https://mail.example.com`. Left out in a browser: where the page came from. */
  url?: string | undefined
  /** The API key. Left out in a browser: the cookie of whoever is signed in. */
  key?: string | undefined
  /** The brand that calls are about; for keys of an organization, and for people. */
  brandId?: string | undefined
  /** For how many milliseconds the server may be silent before a try ends. 60,000 unless told; a file has no limit. */
  timeout?: number | undefined
  /** How often a call that failed is tried again where that is safe. 3 unless told. */
  retries?: number | undefined
  /** The longest wait between two tries in milliseconds; where the server asks for more, the error is thrown. 60,000 unless told. */
  longestWait?: number | undefined
  /**
   * Asked when the server has refused a call (4xx), before the error is thrown: `true` sends it again. For what somebody can mend
   * meanwhile, who signs in or gives the password.
   */
  onRefusal?: ((error: ApiError, call: Call) => boolean | Promise<boolean>) | undefined
  /** Another `fetch` than the one that is there. */
  fetch?: typeof fetch | undefined
}

/** What may be said of a single call. */
export interface CallOptions {
  /** Ends the call, and a stream that it gave, with the signal's reason. */
  signal?: AbortSignal | undefined
  timeout?: number | undefined
  retries?: number | undefined
  brandId?: string | undefined
  /** Makes this call the same as another one with this key in the last 24 hours. One is made up unless told. */
  idempotencyKey?: string | undefined
}

/** A file to upload. A stream can be read once, so it is not tried again; a function that opens one can. */
export type Upload = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>)

/** A request, as the generated methods describe it. */
export interface Call {
  method: string
  /** With its ids written in. */
  path: string
  query?: object | undefined
  body?: unknown
  file?: Upload
  fileType?: string
  /** Takes an idempotency key. */
  keyed?: boolean
  cursorIn?: "query" | "body"
}

export interface Page {
  data: unknown[]
  pagination: { cursor?: string | null; hasMore: boolean }
}

/** Awaited it is one page; in `for await` it is every item from that page on, page after page. */
export type Pages<P extends Page> = Promise<P> & AsyncIterable<P["data"][number]>

/** What every method goes through; `createTransport` makes one. */
export interface Transport {
  request<Answer>(call: Call, options?: CallOptions): Promise<Answer>
  pages<P extends Page>(call: Call, options?: CallOptions): Pages<P>
  download(call: Call, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
}

type Json<Holder> = Holder extends { content: { "application/json": infer Value } } ? Value : unknown

/** The body that an operation takes. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? Json<NonNullable<Body>> : never

/** The query that an operation takes; what is null is left out. */
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { [Name in keyof NonNullable<Query>]: NonNullable<Query>[Name] | null | undefined }
  : never

/** What an operation answers; `unknown` until the server has it. */
export type AnswerOf<Operation> = Operation extends { responses: infer Answers } ? Json<Answers[keyof Answers]> : unknown
