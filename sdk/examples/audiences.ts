// Contacts that a filter finds, counted.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.contacts.upsert({ email: "ada@example.com", customFields: { plan: "pro" } })
const { audienceId } = await client.audiences.create({
  name: "Paying",
  filters: { logicalOperator: "or", filters: [{ field: "customFields.plan", operator: "equals", value: "pro" }] },
})
const audience = await client.audiences.get(audienceId, { include: ["count"] })
console.log(`${audience.count} in ${audience.name}`)
