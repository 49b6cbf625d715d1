// Designs: imported, edited, and back to an earlier version.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { emailId, emailVersionId } = await client.emails.import({
  format: "html",
  content: "<h1>Hello {{ firstName | you }}</h1>",
  subject: "News",
})
await client.emails.update(emailId, { format: "html", content: "<h1>Goodbye</h1>" })
if (emailVersionId) await client.emails.restore(emailId, { emailVersionId })
const design = await client.emails.get(emailId, { include: ["versions"] })
console.log(`"${design.subject}" has ${design.versions?.length} versions`)
