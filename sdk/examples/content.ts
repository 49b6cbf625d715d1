// Subjects to choose from.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { suggestions } = await client.content.generate({
  kind: "subjects",
  prompt: "20% off all garden chairs until Sunday, code SUN20",
  count: 3,
})
for (const subject of suggestions) console.log(`Subject: ${subject}`)
