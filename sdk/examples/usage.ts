// What the month has used of the plan.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { credits } = await client.usage.get()
console.log(`${credits.used} credits of ${credits.limit ?? "as many as you like"}`)
