// What was fired, and what came of it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

for await (const instance of client.triggerInstances.list({ triggerEventId: "signed-up" })) {
  console.log(`${instance.triggerInstanceId} started ${instance.automationRunIds.length}`)
}
