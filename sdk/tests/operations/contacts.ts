import { audience, contact } from "./made.js"
import { fresh, type Steps } from "./steps.js"

const CSV = "email,city\nada@example.com,London\nnobody,Nowhere\n"
const person = () => ({ email: `${fresh("grace")}@example.com` })

export const contacts: Steps<"contacts" | "audiences" | "fields"> = {
  "contacts.upsert": (client) => client.contacts.upsert({ ...person(), customFields: { city: "London" } }),
  "contacts.upsertBatch": (client) => client.contacts.upsertBatch({ contacts: [person(), person()] }),
  "contacts.list": (client) => client.contacts.list({ limit: 1, subscribed: true, sort: "email" }),
  "contacts.get": async (client) => client.contacts.get(await contact(client)),
  "contacts.search": (client) => client.contacts.search({ search: "example", count: true }),
  "contacts.update": async (client) => client.contacts.update({ email: await contact(client), lastName: "Hopper" }),
  "contacts.updateByEmail": async (client) => client.contacts.updateByEmail(await contact(client), { lastName: null }),
  "contacts.unsuppress": async (client) => client.contacts.unsuppress(await contact(client), { reason: "it was a mistake" }),
  "contacts.validate": async (client) => client.contacts.validate({ emails: [await contact(client)] }),
  "contacts.getValidation": async (client) => {
    const emails = Array.from({ length: 101 }, () => person().email)
    const answer = await client.contacts.validate({ emails })
    return client.contacts.getValidation("validationId" in answer ? answer.validationId : "none")
  },
  "contacts.importCsv": (client) => client.contacts.importCsv({ csv: CSV }),
  "contacts.importCsvFile": (client) => client.contacts.importCsvFile(CSV, { mapping: JSON.stringify({ city: "town" }) }),
  "contacts.getImport": async (client) => client.contacts.getImport((await client.contacts.importCsvFile(CSV)).importId),
  "contacts.downloadImportErrors": async (client) => {
    const { importId } = await client.contacts.importCsv({ csv: CSV })
    return new Response(await client.contacts.downloadImportErrors(importId)).text()
  },
  "contacts.export": async (client) => {
    const { audienceId } = await audience(client)
    return new Response(await client.contacts.export({ audienceId })).text()
  },
  "contacts.delete": async (client) => client.contacts.delete({ email: await contact(client) }),
  "contacts.deleteMany": async (client) => client.contacts.deleteMany({ emails: [await contact(client)] }),
  "contacts.deleteByEmail": async (client) => client.contacts.deleteByEmail(await contact(client)),
  "contacts.batchDelete": async (client) => client.contacts.batchDelete({ emails: [await contact(client)] }),
  "contacts.createOlder": (client) => client.contacts.createOlder({ ...person(), shoeSize: 38 }),
  "contacts.updateOlder": async (client) => client.contacts.updateOlder({ email: await contact(client), firstName: "G." }),

  "audiences.create": (client) => audience(client),
  "audiences.list": (client) => client.audiences.list({ limit: 2 }),
  "audiences.get": async (client) => client.audiences.get((await audience(client)).audienceId, { include: ["count"] }),
  "audiences.update": async (client) => client.audiences.update((await audience(client)).audienceId, { name: fresh("renamed") }),
  "audiences.delete": async (client) => client.audiences.delete((await audience(client)).audienceId),

  "fields.create": (client) => client.fields.create({ fieldName: fresh("field"), fieldType: "date" }),
  "fields.list": (client) => client.fields.list(),
  "fields.get": async (client) => {
    const { fieldName } = await client.fields.create({ fieldName: fresh("field"), fieldType: "string" })
    return client.fields.get(fieldName)
  },
  "fields.delete": async (client) => {
    const { fieldName } = await client.fields.create({ fieldName: fresh("field"), fieldType: "number" })
    return client.fields.delete(fieldName)
  },
  "fields.deleteNamed": async (client) => {
    const { fieldName } = await client.fields.create({ fieldName: fresh("field"), fieldType: "boolean" })
    return client.fields.deleteNamed({ fieldName })
  },
}
