// As the dashboard calls: with the cookie of whoever is signed in, and a brand for each client.
import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, createClient, createTransport } from "postrider"
import { createAppClient } from "postrider/app"
import { browserAt } from "./browser.js"
import { startServer } from "./server.js"

const server = await startServer()
// A page has one; that is how a client without an address knows that it is in one.
Object.defineProperty(globalThis, "location", { value: new URL("/app/", server.url), configurable: true })
const page = { fetch: browserAt(server.url) }
const app = createAppClient(page)
const password = "a long enough password"

test("the methods are those of the rows that the app alone has", () => {
  const document = server.document("--dashboard")
  const rows = Object.entries<Record<string, { operationId: string }>>(document.paths)
    .filter(([path]) => path.startsWith("/app/api/"))
    .flatMap(([, methods]) => Object.values(methods).map((operation) => operation.operationId))
  const methods = Object.entries<object>(app).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`))
  assert.ok(rows.length > 0)
  assert.deepEqual(methods.sort(), rows.sort())
})

test("somebody claims the account, and calls the API with its cookie alone", async () => {
  assert.equal((await app.app.state()).claimed, false)
  await assert.rejects(createClient(page).brand.get(), { code: "AUTHENTICATION_REQUIRED" })

  const token = server.first.claimLink.split("#")[1] ?? ""
  const session = await app.account.claim({ token, password, email: "ada@example.com" })
  assert.equal(session.person.email, "ada@example.com")

  const brandId = session.organizations[0]?.brands[0]?.brandId
  const client = createClient({ ...page, brandId })
  assert.equal((await client.brand.get()).brandId, brandId)
  // A POST under a key, as every one.
  const audience = await client.audiences.create({
    name: "All",
    filters: { logicalOperator: "and", filters: [{ field: "email", operator: "exists" }] },
  })
  assert.ok(audience.audienceId)
  await assert.rejects(client.brand.get({ brandId: "nobody" }), { code: "BRAND_NOT_FOUND" })
})

test("with a key the cookie stays where it is", async () => {
  await assert.rejects(createClient({ ...page, key: "pr_live_nobody" }).usage.get(), { code: "INVALID_API_KEY" })
})

test("a wrong password is told at once, and not tried again", async () => {
  let calls = 0
  const counting = createAppClient({ fetch: (...request) => (calls++, page.fetch(...request)) })
  const error = await counting.session.create({ email: "ada@example.com", password: "not the right one" }).catch((error: unknown) => error)
  assert.ok(error instanceof ApiError)
  assert.equal(error.status, 401)
  assert.equal(calls, 1)
})

test("a call that was refused is sent again once somebody has mended it", async () => {
  const elsewhere = { fetch: browserAt(server.url) }
  const refused: string[] = []
  const signIn = createAppClient(elsewhere)
  const settings = {
    ...elsewhere,
    onRefusal: async (error: ApiError) => {
      refused.push(error.code)
      if (error.code !== "AUTHENTICATION_REQUIRED") return false
      await signIn.session.create({ email: "ada@example.com", password })
      return true
    },
  }
  await createAppClient(settings).profile.update({ name: "Ada" })
  assert.equal((await signIn.session.get()).person.name, "Ada")
  await assert.rejects(createClient(settings).contacts.get("nobody@example.com", { brandId: server.first.brandId }), { code: "CONTACT_NOT_FOUND" })
  assert.deepEqual(refused, ["AUTHENTICATION_REQUIRED", "CONTACT_NOT_FOUND"])
})

test("a request that no method has goes the same way", async () => {
  const transport = createTransport(page)
  const state = await transport.request<{ claimed: boolean }>({ method: "GET", path: "/app/api/state" })
  assert.equal(state.claimed, true)
  await assert.rejects(transport.request({ method: "GET", path: "/app/api/nothing" }), ApiError)
})

test("who signs out is out", async () => {
  await app.session.delete()
  await assert.rejects(app.session.get(), { code: "AUTHENTICATION_REQUIRED" })
})
