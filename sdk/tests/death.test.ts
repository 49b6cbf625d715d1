// The server dies in the middle and comes back.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Schema } from "postrider"
import { startServer } from "./server.js"

const server = await startServer()
const everybody: Schema<"FilterGroup"> = { logicalOperator: "and", filters: [{ field: "email", operator: "exists" }] }

/** All audiences whose name begins so. */
async function named(beginning: string): Promise<string[]> {
  const names = []
  for await (const audience of server.client().audiences.list()) names.push(audience.name)
  return names.filter((name) => name.startsWith(beginning))
}

test("a write whose answer was lost with the server is done once", async () => {
  let calls = 0
  const client = server.client({
    // Hands the request to the server, and kills it before its answer is heard.
    fetch: async (...request) => {
      const answer = await fetch(...request)
      if (++calls > 1) return answer
      assert.equal(answer.status, 201)
      await server.kill()
      void server.start()
      throw new TypeError("the connection broke")
    },
    retries: 12,
  })
  const audience = await client.audiences.create({ name: "lost", filters: everybody })
  assert.ok(calls > 1)
  assert.deepEqual(await named("lost"), ["lost"])
  assert.equal((await client.audiences.get(audience.audienceId)).name, "lost")
})

test("a loop over pages goes on over a kill, and meets everybody once", async () => {
  const client = server.client({ retries: 12 })
  const emails = Array.from({ length: 400 }, (_, number) => `person${number}@example.com`)
  await client.contacts.upsertBatch({ contacts: emails.map((email) => ({ email })) })
  const met: string[] = []
  for await (const { email } of client.contacts.list({ limit: 100 })) {
    met.push(email)
    if (met.length !== 150) continue
    await server.kill()
    void server.start()
  }
  assert.deepEqual(met.sort(), emails.sort())
})

test("writes go on over kills, each done once", async () => {
  const client = server.client({ retries: 12 })
  const names = Array.from({ length: 60 }, (_, number) => `kept ${number}`)
  const left = [...names]
  let done = 0
  // Four at a time: whenever one kills the server, the three others have something under way.
  const worker = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      await client.audiences.create({ name, filters: everybody })
      if (++done % 20 !== 10) continue
      await server.kill()
      await server.start()
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  assert.deepEqual((await named("kept")).sort(), names.sort())
})
