import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, ConnectionError, createClient, type CallOptions } from "postrider"
import { startServer } from "./server.js"
import { standIn } from "./stand-in.js"

test("a full rate window is waited for as long as the server says", async () => {
  // One call in three seconds.
  const server = await startServer({ POSTRIDER_RATE_LIMITS: "contacts.read=1", POSTRIDER_RATE_WINDOW_MS: "3000" })
  const hasty = server.client({ retries: 0 })
  await hasty.contacts.list()
  const refused = await hasty.contacts.list().catch((error: unknown) => error)
  assert.ok(refused instanceof ApiError)
  assert.equal(refused.status, 429)
  assert.equal(refused.code, "RATE_LIMITED")
  assert.ok(refused.retryAfter !== undefined && refused.retryAfter >= 1)

  const answers: { at: number; status: number; wait: number }[] = []
  const patient = server.client({
    fetch: async (...request) => {
      const answer = await fetch(...request)
      answers.push({ at: performance.now(), status: answer.status, wait: Number(answer.headers.get("retry-after")) * 1000 })
      return answer
    },
  })
  await patient.contacts.list()
  const [first, last] = [answers[0], answers.at(-1)]
  assert.ok(first && last)
  assert.deepEqual([first.status, last.status], [429, 200])
  assert.ok(last.at - first.at >= first.wait, "it came back too early")

  const impatient = server.client({ longestWait: 500 })
  await assert.rejects(impatient.contacts.list(), { code: "RATE_LIMITED" })
})

/** Answers with these statuses, one after the other; tells the keys that came with them. */
async function statuses(context: Parameters<typeof standIn>[0], ...list: number[]) {
  const keys: (string | undefined)[] = []
  const url = await standIn(context, (request, answer) => {
    keys.push(request.headers["idempotency-key"] as string | undefined)
    answer.statusCode = list[keys.length - 1] ?? 200
    if (answer.statusCode === 429) answer.setHeader("Retry-After", "0")
    request.resume().on("end", () => answer.end("{}"))
  })
  return { client: createClient({ url, key: "k" }), keys }
}

test("a read is tried again", async (context) => {
  const { client, keys } = await statuses(context, 503, 502)
  await client.brand.get()
  assert.equal(keys.length, 3)
})

test("a write under a key is tried again under the same key", async (context) => {
  const { client, keys } = await statuses(context, 500, 429)
  await client.audiences.create({ name: "All", filters: { logicalOperator: "and", filters: [{ field: "email", operator: "exists" }] } })
  assert.equal(keys.length, 3)
  assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys).size, 1)
})

test("two calls have two keys, and one's own key is taken", async (context) => {
  const { client, keys } = await statuses(context)
  const create = (options?: CallOptions) => client.domains.create({ name: "example.com" }, options)
  await create()
  await create()
  await create({ idempotencyKey: "mine" })
  assert.notEqual(keys[0], keys[1])
  assert.equal(keys[2], "mine")
})

test("a write without a key is sent once, whatever comes back", async (context) => {
  for (const status of [429, 500, 502, 503]) {
    const { client, keys } = await statuses(context, status)
    await assert.rejects(client.brand.update({}), { status })
    assert.deepEqual(keys, [undefined])
  }
})

test("what another try would not change is thrown at once", async (context) => {
  for (const status of [400, 404, 409, 501]) {
    const { client, keys } = await statuses(context, status)
    await assert.rejects(client.brand.get(), { status })
    assert.equal(keys.length, 1)
  }
})

test("tries end, with the last error", async (context) => {
  const { client, keys } = await statuses(context, 503, 503, 503)
  await assert.rejects(client.brand.get({ retries: 1 }), { status: 503 })
  assert.equal(keys.length, 2)
})

test("a server that says nothing is left after the timeout", async (context) => {
  const url = await standIn(context, () => undefined)
  const client = createClient({ url, key: "k", timeout: 50, retries: 0 })
  await assert.rejects(client.brand.get(), (error) => error instanceof ConnectionError && error.timedOut)
})

test("a signal ends a call, and the wait between two tries", async (context) => {
  const reason = new Error("enough")
  const silent = createClient({ url: await standIn(context, () => undefined), key: "k" })
  const calling = new AbortController()
  setTimeout(() => calling.abort(reason), 20)
  await assert.rejects(silent.brand.get({ signal: calling.signal }), reason)

  const busy = await standIn(context, (_, answer) => answer.writeHead(503, { "Retry-After": "30" }).end())
  const waiting = new AbortController()
  setTimeout(() => waiting.abort(reason), 50)
  await assert.rejects(createClient({ url: busy, key: "k" }).brand.get({ signal: waiting.signal }), reason)

  await assert.rejects(silent.brand.get({ signal: AbortSignal.abort(reason) }), reason)
})
