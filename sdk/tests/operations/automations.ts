import { audience, audienceRun, automation, contact, run, trigger } from "./made.js"
import { fresh, type Steps } from "./steps.js"

export const automations: Steps<"automations" | "automationRuns" | "audienceRuns" | "triggers" | "triggerInstances"> = {
  "triggers.create": (client) => trigger(client),
  "triggers.list": (client) => client.triggers.list(),
  "triggers.get": async (client) => client.triggers.get((await trigger(client)).triggerEventId),
  "triggers.readiness": async (client) => client.triggers.readiness((await trigger(client)).triggerEventId),
  "triggers.fire": (client) => run(client),
  "triggers.update": async (client) => client.triggers.update((await trigger(client)).triggerEventId, { title: fresh("Renamed") }),
  "triggers.updateNamed": async (client) => {
    const { triggerEventId } = await trigger(client)
    return client.triggers.updateNamed({ triggerEventId, title: fresh("Renamed") })
  },
  "triggers.delete": async (client) => client.triggers.delete((await trigger(client)).triggerEventId),
  "triggers.deleteNamed": async (client) => {
    const { triggerEventId } = await trigger(client)
    return client.triggers.deleteNamed({ triggerEventId })
  },

  "automations.create": (client) => automation(client, { mode: "manualAudience" }),
  "automations.list": (client) => client.automations.list({ include: ["graph"] }),
  "automations.get": async (client) => {
    const automationId = await automation(client, { mode: "manualAudience" })
    return client.automations.get(automationId, { include: ["graph", "versions"] })
  },
  "automations.update": async (client) => {
    const automationId = await automation(client, { mode: "manualAudience" })
    return client.automations.update(automationId, { name: fresh("Renamed") })
  },
  "automations.delete": async (client) => client.automations.delete(await automation(client, { mode: "manualAudience" })),
  "automations.test": async (client) => {
    const { triggerEventId } = await trigger(client)
    const automationId = await automation(client, { mode: "event", triggerEventId })
    return client.automations.test(automationId, { recipient: "ada@example.com" })
  },
  "automations.run": async (client) => {
    const { audienceId } = await audience(client)
    await contact(client)
    const automationId = await automation(client, { mode: "manualAudience", audienceId })
    return client.automations.run(automationId, { dryRun: true })
  },

  "automationRuns.list": (client) => client.automationRuns.list({ limit: 5 }),
  "automationRuns.get": async (client) => {
    const { automationRunIds } = (await run(client)).details
    return client.automationRuns.get(automationRunIds[0] ?? "none", { include: ["logs"] })
  },
  "automationRuns.cancel": async (client) => {
    const { automationRunIds } = (await run(client)).details
    return client.automationRuns.cancel(automationRunIds[0] ?? "none")
  },

  "triggerInstances.list": (client) => client.triggerInstances.list(),
  "triggerInstances.get": async (client) => client.triggerInstances.get((await run(client)).details.triggerInstanceId),

  "audienceRuns.list": (client) => client.audienceRuns.list(),
  "audienceRuns.get": async (client) => client.audienceRuns.get(await audienceRun(client)),
  "audienceRuns.pause": async (client) => client.audienceRuns.pause(await audienceRun(client)),
  "audienceRuns.resume": async (client) => {
    const audienceRunId = await audienceRun(client)
    await client.audienceRuns.pause(audienceRunId)
    return client.audienceRuns.resume(audienceRunId)
  },
  "audienceRuns.cancel": async (client) => client.audienceRuns.cancel(await audienceRun(client)),
}
