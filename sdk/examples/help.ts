// Every operation, with its limits and its price.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { credits } = await client.help.get()
for (const { name, metering, cost } of credits.operations) console.log(`${name}: ${cost ?? metering}`)
