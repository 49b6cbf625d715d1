// Services whose events start automations, and which of them are connected.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

for await (const { name, connected, events } of client.integrations.list()) {
  console.log(`${name} ${connected ? "is" : "is not"} connected; it tells of ${events.length} kinds of events`)
}
