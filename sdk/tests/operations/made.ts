// What steps stand on.
import type { Client, Schema } from "postrider"
import { fresh } from "./steps.js"

export const everybody: Schema<"FilterGroup"> = {
  logicalOperator: "and",
  filters: [{ field: "email", operator: "exists" }],
}

export async function contact(client: Client): Promise<string> {
  const email = `${fresh("ada")}@example.com`
  await client.contacts.upsert({ email, firstName: "Ada" })
  return email
}

export const audience = (client: Client) => client.audiences.create({ name: fresh("audience"), filters: everybody })

export const design = (client: Client, type: Schema<"EmailType"> = "campaign") =>
  client.emails.import({ format: "html", type, content: "<h1>Hello</h1>", subject: "Hello", previewText: "There" })

export async function template(client: Client): Promise<string> {
  const page = await client.templates.list({ limit: 1 })
  return page.data[0]?.emailId ?? "none"
}

export async function send(client: Client): Promise<string> {
  await contact(client)
  const { emailId } = await design(client)
  const answer = await client.sends.create({ emailId, audienceId: "all" })
  if (!("sendId" in answer)) throw new Error("it was a dry run")
  return answer.sendId
}

export const trigger = (client: Client) =>
  client.triggers.create({
    title: fresh("Trigger"),
    payloadSchema: { fields: [{ key: "email", type: "string", required: true }] },
  })

/** A mail behind a trigger. */
export async function automation(client: Client, start: Schema<"TriggerConfig">) {
  const { emailId, emailVersionId } = await design(client, "automation")
  const domains = await client.domains.list({ sendableOnly: true })
  const domainId = domains.data[0]?.domainId ?? null
  const answer = await client.automations.create({
    name: fresh("Automation"),
    nodes: [
      { id: "start", type: "trigger", config: start },
      { id: "mail", type: "sendEmail", config: { emailId, emailVersionId: emailVersionId ?? null, domainId, subject: "Hello" } },
    ],
    connections: [{ from: "start", to: "mail" }],
  })
  if (!("automationId" in answer)) throw new Error("it was a dry run")
  return answer.automationId
}

/** A run that waits for its first node. */
export async function run(client: Client) {
  const { triggerEventId } = await trigger(client)
  const automationId = await automation(client, { mode: "event", triggerEventId })
  await client.automations.update(automationId, { published: true })
  return client.triggers.fire(triggerEventId, { payload: { email: await contact(client) } })
}

/** An audience run that waits for its start. */
export async function audienceRun(client: Client): Promise<string> {
  const { audienceId } = await audience(client)
  await contact(client)
  const automationId = await automation(client, { mode: "manualAudience", audienceId })
  const answer = await client.automations.run(automationId)
  if (!("audienceRunId" in answer)) throw new Error("it was a dry run")
  return answer.audienceRunId
}
