// A domain to send from: the records that DNS needs, and whether they are there.
import { ApiError, createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { domainId, records } = await client.domains.create({ name: "news.example.com" })
for (const record of records) console.log(`${record.type} ${record.name} ${record.value}`)

try {
  await client.domains.verify(domainId)
} catch (error) {
  if (!(error instanceof ApiError) || error.code !== "DOMAIN_VERIFICATION_FAILED") throw error
  console.log("The records are not there yet")
}
