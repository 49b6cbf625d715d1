// Every operation of the running server's document, called through its method.
import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, type Settings } from "postrider"
import { account } from "./operations/account.js"
import { automations } from "./operations/automations.js"
import { contacts } from "./operations/contacts.js"
import { emails } from "./operations/emails.js"
import type { OperationName, Step } from "./operations/steps.js"
import { startServer } from "./server.js"

const steps: Record<OperationName, Step> = { ...account, ...contacts, ...emails, ...automations }

/** What the document says of an operation. */
interface Documented {
  operationId: string
  method: string
  path: string
  parameters?: { in: string; name: string }[]
  "x-available": boolean
}

// Without its background a server changes nothing by itself: what is queued can be paused.
const server = await startServer({}, "--roles", "api")
// A key of the organization, so that every call names its brand.
const { secret: key } = server.command("key", "create", "--org", server.first.organizationId, "--scopes", "all")
const settings: Settings = { key, brandId: server.first.brandId }
// What this server has: without a model nothing is drawn, for one.
const help = await server.client(settings).help.get()
const available = new Set(help.credits.operations.filter((one) => one.available).map((one) => one.name))
const document = await (await fetch(`${server.url}/openapi.json`)).json()
const documented: Documented[] = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, joined]) =>
    (joined["x-operations"] ?? [joined]).map((operation: object) => ({ ...operation, method: method.toUpperCase(), path })),
  ),
)

test("the methods are those of the running server's document, no more and no fewer", () => {
  const client: Record<string, object> = server.client()
  const methods = Object.entries(client).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`))
  assert.deepEqual(methods.sort(), documented.map((operation) => operation.operationId).sort())
  assert.deepEqual(Object.keys(steps).sort(), methods)
})

/** That a request went where the document says, with a key where one is taken. */
function assertFits({ method, path, parameters = [] }: Documented, sent: Request): void {
  const pattern = path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")
  assert.equal(sent.method, method)
  assert.match(new URL(sent.url).pathname, new RegExp(`^${pattern}$`))
  const takesKey = parameters.some((one) => one.in === "header" && one.name === "Idempotency-Key")
  assert.equal(sent.headers.has("Idempotency-Key"), takesKey)
}

for (const operation of documented) {
  const step = steps[operation.operationId as OperationName]
  test(operation.operationId, async () => {
    const sent: Request[] = []
    const client = server.client({
      ...settings,
      fetch: (url, init) => {
        sent.push(new Request(url, { ...init, body: null }))
        return fetch(url, init)
      },
    })
    const outcome = await step(client, server).catch((error: unknown) => error)
    if (operation["x-available"] && available.has(operation.operationId)) {
      if (outcome instanceof Error) throw outcome
      assert.ok(outcome)
    } else {
      assert.ok(outcome instanceof ApiError, "it is not built, and was not refused")
      assert.equal(outcome.code, "NOT_IMPLEMENTED")
    }
    const last = sent.at(-1)
    assert.ok(last)
    assertFits(operation, last)
  })
}
