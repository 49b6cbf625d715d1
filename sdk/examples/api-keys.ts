// A key that leaked is revoked, and refused from then on: node api-keys.js KEY_ID
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

const { keyId } = await client.apiKeys.revoke(process.argv[2] ?? "")
console.log(`${keyId} is revoked`)
