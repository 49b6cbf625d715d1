import type { Client } from "postrider"
import { design, image, send, template, upload } from "./made.js"
import { fresh, type Steps } from "./steps.js"

export const emails: Steps<"emails" | "emailGroups" | "sends" | "transactional" | "templates" | "flows" | "chats" | "content"> = {
  "emails.import": (client) => design(client),
  "emails.generate": (client) => client.emails.generate({ prompt: "Welcome new customers" }),
  "emails.list": (client) => client.emails.list({ type: "campaign", include: ["html"] }),
  "emails.get": async (client) => client.emails.get((await design(client)).emailId, { include: ["document", "versions"] }),
  "emails.update": async (client) => client.emails.update((await design(client)).emailId, { title: "Renamed" }),
  "emails.duplicate": async (client) => client.emails.duplicate((await design(client)).emailId, { title: "Copy" }),
  "emails.restore": async (client) => {
    const { emailId, emailVersionId } = await design(client)
    return client.emails.restore(emailId, { emailVersionId: emailVersionId ?? "none" })
  },
  "emails.listComments": async (client) => client.emails.listComments((await design(client)).emailId),
  "emails.createComment": async (client) => {
    const { emailId } = await design(client)
    return client.emails.createComment(emailId, { body: "Larger, please.", target: { kind: "email" } })
  },
  "emails.replyToComment": async (client) => {
    const { emailId } = await design(client)
    const { commentId } = await client.emails.createComment(emailId, { body: "Larger, please." })
    return client.emails.replyToComment(emailId, commentId, { body: "Done." })
  },
  "emails.updateComment": async (client) => {
    const { emailId } = await design(client)
    const { commentId } = await client.emails.createComment(emailId, { body: "Larger, please." })
    return client.emails.updateComment(emailId, commentId, { status: "resolved" })
  },
  "emails.delete": async (client) => client.emails.delete((await design(client)).emailId),
  "emails.accessibilityAudit": async (client) => client.emails.accessibilityAudit((await design(client)).emailId),
  "emails.clientPreviews": async (client) =>
    client.emails.clientPreviews((await design(client)).emailId, { clients: ["gmail-web", "outlook-windows"] }),
  "emails.createPlacementTest": async (client) => (await tested(client)).test,
  "emails.getPlacementTest": async (client) => {
    const { emailId, test } = await tested(client)
    return client.emails.getPlacementTest(emailId, test.testId)
  },
  "emails.listPlacementTests": async (client) => client.emails.listPlacementTests((await tested(client)).emailId),

  "emailGroups.create": (client) => client.emailGroups.create({ name: fresh("group") }),
  "emailGroups.list": (client) => client.emailGroups.list(),
  "emailGroups.get": async (client) => {
    const { groupId } = await client.emailGroups.create({ name: fresh("group") })
    return client.emailGroups.get(groupId, { include: ["emails"] })
  },
  "emailGroups.update": async (client) => {
    const { groupId } = await client.emailGroups.create({ name: fresh("group") })
    return client.emailGroups.update(groupId, { name: fresh("group") })
  },
  "emailGroups.delete": async (client) => {
    const { groupId } = await client.emailGroups.create({ name: fresh("group") })
    return client.emailGroups.delete(groupId)
  },

  "sends.create": (client) => send(client),
  "sends.test": async (client) => {
    const { emailId } = await design(client)
    return client.sends.test({ test: true, emailId, to: "ada@example.com" })
  },
  "sends.testOlder": async (client) => {
    const { emailId } = await design(client)
    return client.sends.testOlder({ mode: "test", emailId, to: "ada@example.com" })
  },
  "sends.list": (client) => client.sends.list({ kind: "campaign" }),
  "sends.get": async (client) => client.sends.get(await send(client), { include: ["events"] }),
  "sends.pause": async (client) => client.sends.pause(await send(client)),
  "sends.resume": async (client) => {
    const sendId = await send(client)
    await client.sends.pause(sendId)
    return client.sends.resume(sendId)
  },
  "sends.cancel": async (client) => client.sends.cancel(await send(client)),

  "transactional.listOlder": (client) => client.transactional.listOlder({ perPage: 10 }),

  "templates.list": (client) => client.templates.list({ semantic: "welcome", include: ["html"] }),
  "templates.get": async (client) => client.templates.get(await template(client)),
  "templates.use": async (client) => client.templates.use(await template(client), { title: "Mine" }),
  "flows.list": (client) => client.flows.list({ category: "welcome" }),
  "flows.get": (client) => client.flows.get("welcome", { include: ["html"] }),
  "flows.use": (client) => client.flows.use("welcome", { name: fresh("Welcome") }),
  "chats.list": (client) => client.chats.list(),
  "chats.get": async (client) => {
    const { chatId } = await client.emails.generate({ prompt: "Welcome new customers" })
    return client.chats.get(chatId ?? "none")
  },
  "content.addImage": async (client) => client.content.addImage({ uploadId: await upload(client) }),
  "content.createImageUpload": (client) => client.content.createImageUpload(image),
  "content.generate": (client) => client.content.generate({ kind: "subjects", prompt: "Welcome new customers" }),
  "content.generateImage": (client) => client.content.generateImage({ prompt: "A red shoe" }),
  "content.gif": (client) => client.content.gif({ from: "prompt", prompt: "Hello" }),
  "content.htmlToPng": (client) => client.content.htmlToPng({ html: "<p>Hello</p>" }),
  "content.transform": async (client) => {
    const { assetId } = await client.content.addImage({ uploadId: await upload(client) })
    return client.content.transform({ operation: "optimize", assetId })
  },
}

/** A design, and a placement test of it. */
async function tested(client: Client) {
  const { emailId } = await design(client)
  const { data } = await client.domains.list({ sendableOnly: true })
  const domainId = data[0]?.domainId ?? "none"
  return { emailId, test: await client.emails.createPlacementTest(emailId, { domainId }) }
}
