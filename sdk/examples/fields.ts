// What is known of contacts beside their address and name.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.fields.create({ fieldName: "birthday", fieldType: "date", label: "Birthday" })
await client.contacts.upsert({ email: "ada@example.com", customFields: { birthday: "1815-12-10" } })
for await (const field of client.fields.list()) console.log(`${field.fieldName} is a ${field.fieldType}`)
