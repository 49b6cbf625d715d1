// Where each contact stands on its way through an automation.
import { createClient } from "postrider"

const client = createClient({ url: process.env.POSTRIDER_URL, key: process.env.POSTRIDER_KEY })

for await (const run of client.automationRuns.list({ triggerEventId: "signed-up" })) {
  const { status, automationRunId } = run
  console.log(`${automationRunId} is ${status}`)
  if (status !== "completed") await client.automationRuns.cancel(automationRunId)
}
