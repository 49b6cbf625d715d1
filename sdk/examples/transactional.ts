// Designs of transactional mail, in the older form.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.emails.import({ format: "html", type: "transactional", content: "<p>{{ code }}</p>", subject: "Your code" })
const { data } = await client.transactional.listOlder({ perPage: 10 })
console.log(`${data.length} transactional, with ${data[0]?.dataVariables}`)
