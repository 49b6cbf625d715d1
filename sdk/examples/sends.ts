// A campaign: who would get it, a test, the send, and what became of it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.contacts.upsertBatch({ contacts: [{ email: "ada@example.com" }, { email: "grace@example.com" }] })
const { emailId } = await client.emails.import({ format: "html", content: "<h1>Hello</h1>", subject: "News" })

const preview = await client.sends.create({ emailId, audienceId: "all", dryRun: true })
console.log(`${preview.recipientCount} would get it`)
await client.sends.test({ test: true, emailId, to: "me@example.com" })

const accepted = await client.sends.create({ emailId, audienceId: "all" })
if (!("sendId" in accepted)) throw new Error("that was a dry run")
let send = await client.sends.get(accepted.sendId)
while (send.status === "queued" || send.status === "running") {
  await new Promise((done) => setTimeout(done, 100))
  send = await client.sends.get(accepted.sendId)
}
console.log(`${send.status}: ${send.delivery?.delivered} delivered`)
