// What starts automations: a name, and a contract for what comes with it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { triggerEventId } = await client.triggers.create({
  title: "Order shipped",
  triggerEventId: "order-shipped",
  payloadSchema: { fields: [{ key: "email", type: "string", required: true }] },
})
const { ready } = await client.triggers.readiness(triggerEventId)
console.log(`${triggerEventId} ${ready ? "is ready" : "waits for an automation"}`)
