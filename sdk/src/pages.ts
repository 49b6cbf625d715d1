import type { Call, CallOptions, Page, Pages } from "./types.js"

type Ask<P> = (call: Call, options: CallOptions) => Promise<P>

/** The first page, and a way through all that follow. */
export function pagesFrom<P extends Page>(ask: Ask<P>, call: Call, options: CallOptions): Pages<P> {
  const first = ask(call, options)
  async function* items(): AsyncGenerator<P["data"][number]> {
    // Each page is another request, so none of them has the key of the first.
    const { idempotencyKey: _, ...rest } = options
    for (let page = await first; ; page = await ask(after(call, page), rest)) {
      yield* page.data as Awaited<P["data"][number]>[]
      if (!page.pagination.hasMore || !page.pagination.cursor) return
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}

function after(call: Call, page: Page): Call {
  const { cursor } = page.pagination
  return call.cursorIn === "body"
    ? { ...call, body: { ...(call.body as object | undefined), cursor } }
    : { ...call, query: { ...call.query, cursor } }
}
