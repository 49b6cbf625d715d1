// A welcome: a trigger, a mail behind it, and an event that starts it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { triggerEventId } = await client.triggers.create({
  title: "Signed up",
  triggerEventId: "signed-up",
  payloadSchema: { fields: [{ key: "email", type: "string", required: true }] },
})
const { emailId, emailVersionId } = await client.emails.import({
  format: "html",
  type: "automation",
  content: "<h1>Welcome</h1>",
  subject: "Welcome",
  previewText: "Good to have you",
})
const ready = await client.domains.list({ sendableOnly: true })
const domainId = ready.data[0]?.domainId ?? null

const made = await client.automations.create({
  name: "Welcome",
  nodes: [
    { id: "start", type: "trigger", config: { mode: "event", triggerEventId } },
    { id: "hello", type: "sendEmail", config: { emailId, emailVersionId, domainId, subject: "Welcome" } },
    { id: "rest", type: "wait", config: { duration: 3, unit: "days" } },
  ],
  connections: [
    { from: "start", to: "hello" },
    { from: "hello", to: "rest" },
  ],
})
if (!("automationId" in made)) throw new Error("that was a dry run")
await client.automations.update(made.automationId, { published: true })

// The key makes it the same event, however often it is told.
const payload = { email: "alan@example.com" }
const fired = await client.triggers.fire(triggerEventId, { payload }, { idempotencyKey: "sign-up of alan" })
console.log(`${fired.details.automationRunIds.length} run started`)
