// People: written, imported from a file, found, exported.
import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

await client.contacts.upsert({ email: "ada@example.com", firstName: "Ada", customFields: { city: "London" } })
await client.contacts.upsertBatch({ contacts: [{ email: "grace@example.com" }, { email: "alan@example.com" }] })

// A file of any size. The function opens it anew should the connection break.
const file = new URL("../../examples/contacts.csv", import.meta.url)
const open = () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
const { importId } = await client.contacts.importCsvFile(open)
const isUnderWay = async () => /queued|running/.test((await client.contacts.getImport(importId)).status)
while (await isUnderWay()) await new Promise((done) => setTimeout(done, 100))

// Every page, one after the other, as they are read.
for await (const contact of client.contacts.search({
  filters: [{ field: "customFields.city", operator: "equals", value: "London" }],
})) {
  console.log(`${contact.email} lives in London`)
}

const csv = await new Response(await client.contacts.export()).text()
console.log(`${csv.trim().split("\n").length - 1} people exported`)
