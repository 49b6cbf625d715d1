// A template that fits, as a design of the brand.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const found = await client.templates.list({ semantic: "thank somebody for their order", limit: 3 })
const best = found.data[0]
if (!best) throw new Error("no template fits")
const email = await client.templates.use(best.emailId, { title: "Thanks for your order" })
console.log(`${best.title}: ${email.subject}`)
