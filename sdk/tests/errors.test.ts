import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, ConnectionError, createClient } from "postrider"
import { startServer } from "./server.js"
import { standIn } from "./stand-in.js"

const server = await startServer()

/** What a call was refused with. */
async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(() => assert.fail("it was not refused"), (error: unknown) => error)
  assert.ok(error instanceof ApiError, String(error))
  return error
}

test("a key that is none is 401, with the request's id", async () => {
  const error = await refusal(server.client({ key: "pr_live_nobody" }).contacts.list())
  assert.equal(error.status, 401)
  assert.equal(error.code, "INVALID_API_KEY")
  assert.match(error.requestId ?? "", /^req_/)
  assert.match(error.docs ?? "", /#INVALID_API_KEY$/)
})

test("what is not there is 404", async () => {
  const error = await refusal(server.client().contacts.get("nobody@example.com"))
  assert.equal(error.status, 404)
  assert.equal(error.code, "CONTACT_NOT_FOUND")
})

test("a key of the input that is unknown is 400, with its place and the nearest one", async () => {
  const typo = { email: "ada@example.com", firstNam: "Ada" }
  const error = await refusal(server.client().contacts.upsertBatch({ contacts: [typo] }))
  assert.equal(error.status, 400)
  assert.equal(error.code, "INVALID_REQUEST")
  assert.equal(error.param, "contacts[0].firstNam")
  assert.match(error.suggestion ?? "", /firstName/)
})

test("another request with the same idempotency key is 409", async () => {
  const client = server.client()
  await client.fields.create({ fieldName: "one", fieldType: "string" }, { idempotencyKey: "twice" })
  const error = await refusal(client.fields.create({ fieldName: "two", fieldType: "string" }, { idempotencyKey: "twice" }))
  assert.equal(error.status, 409)
  assert.equal(error.code, "IDEMPOTENCY_CONFLICT")
})

test("a design that cannot be read is 422, with where", async () => {
  const error = await refusal(server.client().emails.import({ format: "mjml", content: "<mjml><mj-body>" }))
  assert.equal(error.status, 422)
  assert.equal(error.code, "EMAIL_IMPORT_FAILED")
  assert.equal(typeof error.details, "object")
})

test("an id that would lead to another path is refused before it is sent", async () => {
  const { contacts } = server.client()
  for (const id of ["", ".", ".."]) assert.throws(() => contacts.deleteByEmail(id), TypeError)
  const odd = "a+b/c?d#e%f@example.com"
  assert.equal((await refusal(contacts.get(odd))).code, "CONTACT_NOT_FOUND")
})

test("an answer of something else is told apart from the server's", async (context) => {
  const url = await standIn(context, (request, answer) => {
    answer.statusCode = request.url === "/v1/usage" ? 200 : 404
    answer.end("<html>Hello</html>")
  })
  const client = createClient({ url, key: "k" })
  for (const call of [client.usage.get(), client.brand.get()]) {
    assert.equal((await refusal(call)).code, "UNREADABLE_ANSWER")
  }
})

test("a server that is not there is a ConnectionError with its cause", async () => {
  const client = createClient({ url: "http://127.0.0.1:1", key: "k", retries: 0 })
  await assert.rejects(client.usage.get(), (error) => error instanceof ConnectionError && !error.timedOut && error.cause !== undefined)
})

test("a client outside of a page needs an address", () => {
  assert.throws(() => createClient({ key: "k" }), /url/)
  assert.throws(() => createClient({ url: "mail.example.com", key: "k" }), TypeError)
})
