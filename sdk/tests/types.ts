// Is compiled, and never run: each line under a mark has to be refused.
import type { AnswerOf, Client, Operations, Schema } from "postrider"

export async function misuses(client: Client) {
  // @ts-expect-error: a key that the body does not have
  await client.contacts.upsert({ emial: "ada@example.com" })
  // @ts-expect-error: a word that the query does not know
  await client.emails.list({ include: ["nothing"] })
  // @ts-expect-error: an id that is missing
  await client.contacts.get()
  // @ts-expect-error: an answer is no item of it
  const contact: Schema<"Contact"> = await client.contacts.list()
  // @ts-expect-error: what is no list has no items
  for await (const part of client.brand.get()) return [contact, part]
  // @ts-expect-error: an operation that there is none of
  return client.contacts.frobnicate()
}

// An answer is as the document says it, and not `any` or `unknown`.
type Exactly<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? (keyof One extends never ? false : true) : false) : false
export const isContact: Exactly<AnswerOf<Operations["contacts.get"]>, Schema<"Contact">> = true
