// A design by prompt, and what was said about it.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

let design = await client.emails.generate({ prompt: "20% off all garden chairs until Sunday, code SUN20" })
while (design.status === "generating") {
  await new Promise((done) => setTimeout(done, 100))
  design = await client.emails.get(design.emailId)
}
console.log(`"${design.subject}" is ${design.status}`)
const chat = await client.chats.get(design.chatId ?? "")
for (const { role, text } of chat.messages) console.log(`${role}: ${text}`)
