// What was found about the brand's mail, and what to do about it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const page = await client.insights.list({ state: "active", limit: 10 })
console.log(`${page.data.length} insights`)
for (const insight of page.data) console.log(`${insight.title}: ${insight.recommendation}`)
