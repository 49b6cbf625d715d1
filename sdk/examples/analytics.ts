// What happened, one by one and in sum.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { totals } = await client.analytics.overview({ granularity: "day" })
console.log(`${totals.delivered} delivered in the last 30 days`)
for await (const event of client.analytics.events({ eventType: ["delivered"] })) {
  console.log(`${event.occurredAt} ${event.eventType} ${event.recipientEmail}`)
}
