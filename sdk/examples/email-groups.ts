// Designs that belong together.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { groupId } = await client.emailGroups.create({ name: "Spring" })
await client.emails.import({ format: "html", content: "<h1>Tulips</h1>", subject: "Tulips", groupId })
const group = await client.emailGroups.get(groupId, { include: ["emails"] })
console.log(`${group.name}: ${group.emails?.map((email) => email.subject).join(", ")}`)
