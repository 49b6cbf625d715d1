// A whole automation from the catalog: used, published, and started for somebody.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const ready = await client.domains.list({ sendableOnly: true })
const domainId = ready.data[0]?.domainId ?? null
const used = await client.flows.use("welcome", { domainId, name: "Welcome, everybody" })
for (const blocker of used.blockers) console.log(blocker.message)
await client.automations.update(used.automationId, { published: true })

const payload = { email: "grace@example.com", firstName: "Grace" }
const fired = await client.triggers.fire(used.triggerEventId, { payload })
console.log(`${used.emails.length} designs, ${fired.details.automationRunIds.length} run started`)
