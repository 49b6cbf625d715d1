// Who mails: name, postal address, time zone.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.brand.update({
  identity: { address: "1 Main Street, Springfield" },
  timeZone: "Europe/Paris",
})
const brand = await client.brand.get()
console.log(`${brand.name} keeps the time of ${brand.timeZone}`)
