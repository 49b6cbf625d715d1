// An automation for everybody in an audience at once.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.contacts.upsert({ email: "ada@example.com" })
const design = { format: "html", type: "automation", content: "<h1>Hello again</h1>", subject: "Hello again", previewText: "It is us" } as const
const { emailId, emailVersionId } = await client.emails.import(design)
const ready = await client.domains.list({ sendableOnly: true })
const domainId = ready.data[0]?.domainId ?? null
const made = await client.automations.create({
  name: "In a week",
  nodes: [
    { id: "start", type: "trigger", config: { mode: "manualAudience", audienceId: "all" } },
    { id: "rest", type: "wait", config: { duration: 7, unit: "days" } },
    { id: "hello", type: "sendEmail", config: { emailId, emailVersionId, domainId, subject: "Hello again" } },
  ],
  connections: [
    { from: "start", to: "rest" },
    { from: "rest", to: "hello" },
  ],
})
if (!("automationId" in made)) throw new Error("that was a dry run")
const launched = await client.automations.run(made.automationId)
if (!("audienceRunId" in launched)) throw new Error("that was a dry run")

const canceled = await client.audienceRuns.cancel(launched.audienceRunId)
console.log(`it was ${canceled.previousStatus} and is ${canceled.status}`)
