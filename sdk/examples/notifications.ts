// What the brand should know.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const page = await client.notifications.list({ limit: 10 })
console.log(`${page.data.length} notifications`)
for (const notification of page.data) console.log(notification.title)
