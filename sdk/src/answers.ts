import { ApiError } from "./errors.js"
import type { Silence } from "./silence.js"

/** What becomes of an answer of 2xx. While it is read the try goes on; whoever reads says when it is over. */
export type ReadAnswer<T> = (answer: Response, silence: Silence) => Promise<T>

export async function readJson<T>(answer: Response, silence: Silence): Promise<T> {
  const text = await answer.text()
  silence.over()
  try {
    return JSON.parse(text) as T
  } catch {
    // Not our server: a page of something that stands at this address.
    throw new ApiError(answer, text)
  }
}

/** The body part by part, as it is taken. Where it breaks off the stream fails: its end is the end of the file. */
export async function readStream(answer: Response, silence: Silence): Promise<ReadableStream<Uint8Array>> {
  const reader = answer.body?.getReader()
  // The server's silence counts, the reader's does not.
  silence.end()
  return new ReadableStream({
    async pull(out) {
      silence.begin()
      try {
        const part = await reader?.read()
        silence.end()
        if (part?.value) return out.enqueue(part.value)
        out.close()
      } catch (error) {
        out.error(silence.meaning(error))
      }
      silence.over()
    },
    cancel(reason) {
      silence.over()
      return reader?.cancel(reason)
    },
  })
}
