// The examples as they stand, each as a program of its own.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { startServer } from "./server.js"

const server = await startServer()
const folder = new URL("../examples/", import.meta.url)
const newKey = (...whose: string[]) => server.command("key", "create", ...whose, "--scopes", "all")
const organization = newKey("--org", server.first.organizationId)
const spare = newKey("--brand", server.first.brandId)

/** What each prints, in an order in which one finds what another has made. */
const examples: Record<string, RegExp> = {
  brand: /keeps the time of Europe\/Paris/,
  contacts: /charles@example\.com lives in London[^]*5 people exported/,
  brands: /has contacts/,
  fields: /birthday is a date/,
  audiences: /1 in Paying/,
  domains: /TXT [^]*not there yet/,
  emails: /"News" has 3 versions/,
  "email-groups": /Spring: Tulips/,
  chats: /is ready\nuser: 20% off[^]*assistant: /,
  content: /(Subject: .+\n){3}/,
  sends: /5 would get it\ncompleted: 5 delivered/,
  triggers: /order-shipped waits for an automation/,
  automations: /1 run started/,
  "trigger-instances": /started 1/,
  "automation-runs": / is \w+/,
  "audience-runs": / is canceled/,
  analytics: /[56] delivered[^]*delivered ada@example\.com/,
  integrations: /Stripe is not connected/,
  insights: /^\d+ insights$/m,
  notifications: /\d+ notifications/,
  transactional: /1 transactional, with code/,
  templates: /Thanks|order/i,
  flows: /^4 designs, 1 run started$/m,
  usage: /\d+ credits of/,
  help: /contacts\.validate: /,
  "api-keys": /is revoked/,
}

test("every noun that the server has has an example, and every example its noun", () => {
  const document = server.document()
  const operations = Object.values<Record<string, any>>(document.paths).flatMap((methods) => Object.values(methods))
  const nouns = operations.filter((one) => one["x-available"]).map((one) => one.operationId.split(".")[0])
  const kebab = (noun: string) => noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const files = readdirSync(folder).map((file) => file.replace(/\.js$/, ""))
  assert.deepEqual(files.sort(), [...new Set(nouns.map(kebab))].sort())
  assert.deepEqual(Object.keys(examples).sort(), files)
})

/** Runs a program as somebody with a server and keys would. */
async function outputOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(spare.keyId)], {
    env: {
      ...process.env,
      POSTRIDER_URL: server.url,
      POSTRIDER_KEY: server.first.secret,
      POSTRIDER_ORGANIZATION_KEY: organization.secret,
    },
    timeout: 30_000,
  })
  return stdout
}

for (const [name, expected] of Object.entries(examples)) {
  test(`examples/${name}.ts`, async () => {
    assert.match(await outputOf(fileURLToPath(new URL(`${name}.js`, folder))), expected)
  })
}

test("the first lines of the README lead to a send", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
  const lines = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? ""
  assert.ok(lines.trim().split("\n").length <= 10, "they are more than ten")
  const program = fileURLToPath(new URL("../readme.js", import.meta.url))
  writeFileSync(program, lines.replace("http://127.0.0.1:8080", server.url).replace("pr_live_…", server.first.secret))
  assert.match(await outputOf(program), /status: 'queued'/)
})
