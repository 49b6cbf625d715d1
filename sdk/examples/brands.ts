// The brands of an organization, with a key of the organization; each call then says which one it is about.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_ORGANIZATION_KEY })

for await (const { brandId, name } of client.brands.list()) {
  const page = await client.contacts.list({ limit: 1 }, { brandId })
  console.log(`${name}: ${page.data.length ? "has contacts" : "has no contacts"}`)
}
