import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { ApiError, ConnectionError, createClient } from "postrider"
import { startServer } from "./server.js"
import { standIn } from "./stand-in.js"

const server = await startServer()
const client = server.client()
const PEOPLE = 2_500
const address = (number: number) => `person${String(number).padStart(4, "0")}@example.com`

/** A file that is written while it is read. */
function csv(): ReadableStream<Uint8Array> {
  let row = -1
  const line = () => (row < 0 ? "email,firstName\n" : `${address(row)},Name ${row}\n`)
  return new ReadableStream({
    pull(out) {
      let part = ""
      for (; row < PEOPLE && part.length < 10_000; row++) part += line()
      if (part) out.enqueue(new TextEncoder().encode(part))
      else out.close()
    },
  })
}

test("a file is uploaded as a stream, imported, and told of", async () => {
  const { importId } = await client.contacts.importCsvFile(csv)
  let progress = await client.contacts.getImport(importId)
  while (progress.status !== "completed") {
    assert.notEqual(progress.status, "failed")
    await sleep(50)
    progress = await client.contacts.getImport(importId)
  }
  assert.equal(progress.summary.created, PEOPLE)
})

test("every contact is met once, page after page", async () => {
  const met = new Set<string>()
  let count = 0
  for await (const contact of client.contacts.list({ limit: 100 })) {
    met.add(contact.email)
    count++
  }
  assert.equal(count, PEOPLE)
  assert.equal(met.size, PEOPLE)

  // The cursor of a search goes into its body.
  let found = 0
  for await (const contact of client.contacts.search({ search: "person00", limit: 30 }, { idempotencyKey: "search" })) {
    assert.match(contact.email, /^person00/)
    found++
  }
  assert.equal(found, 100)
})

test("a list is one page when it is awaited, and stops when its reader does", async () => {
  const page = await client.contacts.list({ limit: 10 })
  assert.equal(page.data.length, 10)
  assert.equal(page.pagination.hasMore, true)
  const next = await client.contacts.list({ limit: 10, cursor: page.pagination.cursor })
  assert.notEqual(next.data[0]?.email, page.data[0]?.email)

  let requests = 0
  const counting = server.client({ fetch: (...request) => (requests++, fetch(...request)) })
  for await (const _ of counting.contacts.list({ limit: 10 })) break
  assert.equal(requests, 1)
})

test("an export is read as a stream, whole", async () => {
  const stream = await client.contacts.export({ search: "person" })
  const lines = (await new Response(stream).text()).trimEnd().split(/\r?\n/)
  assert.equal(lines.length, PEOPLE + 1)
  assert.match(lines[0] ?? "", /^Email,First Name,/)
})

test("errors of uploads and downloads are the API's", async () => {
  const stranger = server.client({ key: "pr_live_nobody" })
  await assert.rejects(stranger.contacts.export(), { code: "INVALID_API_KEY" })
  await assert.rejects(stranger.contacts.importCsvFile(csv), { code: "INVALID_API_KEY" })
  await assert.rejects(client.contacts.importCsvFile("nothing\nhere\n"), (error) => error instanceof ApiError && error.status === 400)
})

test("a file that is refused while it is on its way is refused with the reason", async () => {
  const part = new TextEncoder().encode("ada@example.com,Ada\n".repeat(4_000))
  const large = () => {
    let left = 300
    return new ReadableStream<Uint8Array>({ pull: (out) => (left-- > 0 ? out.enqueue(part) : out.close()) })
  }
  const stranger = server.client({ key: "pr_live_nobody" })
  for (const file of [large, large()]) {
    await assert.rejects(stranger.contacts.importCsvFile(file), { code: "INVALID_API_KEY" })
  }
})

test("a stream is uploaded once, and what can be read again is tried again", async (context) => {
  let calls = 0
  const url = await standIn(context, (request, answer) => {
    calls++
    request.resume().on("end", () => answer.writeHead(calls === 1 ? 503 : 202).end("{}"))
  })
  const other = createClient({ url, key: "k" })
  await assert.rejects(other.contacts.importCsvFile(csv()), { status: 503 })
  assert.equal(calls, 1)
  for (const file of [csv, "email\na@example.com\n", new Blob(["email\n"]), new TextEncoder().encode("email\n")]) {
    calls = 0
    await other.contacts.importCsvFile(file)
    assert.equal(calls, 2)
  }
})

test("a download that breaks off or falls silent fails, and never looks whole", async (context) => {
  const url = await standIn(context, (request, answer) => {
    answer.writeHead(200, { "Content-Type": "text/csv" }).write("email\n")
    if (request.url?.includes("break")) setTimeout(() => answer.destroy(), 20)
  })
  const other = createClient({ url, key: "k", timeout: 200 })
  const read = async (search: string) => new Response(await other.contacts.export({ search })).text()
  await assert.rejects(read("break"), (error) => error instanceof ConnectionError && !error.timedOut)
  await assert.rejects(read("silence"), (error) => error instanceof ConnectionError && error.timedOut)

  const stop = new AbortController()
  const reason = new Error("enough")
  const stream = await other.contacts.export({}, { signal: stop.signal, timeout: 10_000 })
  setTimeout(() => stop.abort(reason), 20)
  await assert.rejects(new Response(stream).text(), reason)
})
