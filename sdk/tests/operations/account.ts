import { ApiError } from "postrider"
import { upload } from "./made.js"
import { fresh, type Steps } from "./steps.js"

/** Nobody can make an insight: a brand that has mailed little has none. */
function unknownInsight(error: unknown): string {
  if (error instanceof ApiError && error.code === "INSIGHT_NOT_FOUND") return error.code
  throw error
}

export const account: Steps<
  "analytics" | "apiKeys" | "brand" | "brands" | "domains" | "help" | "insights" | "integrations" | "notifications" | "usage"
> = {
  "brand.get": (client) => client.brand.get(),
  "brand.update": (client) => client.brand.update({ identity: { address: "1 Main Street, Springfield" } }),
  "brand.listImages": (client) => client.brand.listImages(),
  "brand.deleteImage": async (client) => {
    const { assetId } = await client.content.addImage({ uploadId: await upload(client) })
    return client.brand.deleteImage(assetId)
  },
  "brands.list": (client) => client.brands.list(),
  "usage.get": (client) => client.usage.get(),
  "help.get": (client) => client.help.get(),
  "apiKeys.revoke": async (client, server) => {
    const key = server.command("key", "create", "--brand", server.first.brandId, "--scopes", "all")
    return client.apiKeys.revoke(key.keyId ?? "none")
  },

  "domains.create": (client) => client.domains.create({ name: `${fresh("shop")}.com` }),
  "domains.list": (client) => client.domains.list({ sendableOnly: false }),
  "domains.get": async (client) => client.domains.get((await client.domains.create({ name: `${fresh("shop")}.com` })).domainId),
  "domains.update": async (client) => {
    const { domainId } = await client.domains.create({ name: `${fresh("shop")}.com` })
    return client.domains.update(domainId, { openTracking: false })
  },
  "domains.verify": async (client) => {
    // While mail is captured a brand has one that needs no records.
    const ready = await client.domains.list({ sendableOnly: true })
    return client.domains.verify(ready.data[0]?.domainId ?? "none")
  },
  "domains.delete": async (client) => client.domains.delete((await client.domains.create({ name: `${fresh("shop")}.com` })).domainId),

  "analytics.overview": (client) => client.analytics.overview({ granularity: "day" }),
  "analytics.events": (client) => client.analytics.events({ eventType: ["delivered", "opened"] }),
  "analytics.automations": (client) => client.analytics.automations(),
  "insights.list": (client) => client.insights.list(),
  "insights.get": (client) => client.insights.get("insight").catch(unknownInsight),
  "insights.update": (client) => client.insights.update("insight", { state: "dismissed" }).catch(unknownInsight),
  "integrations.list": (client) => client.integrations.list(),
  "notifications.list": (client) => client.notifications.list(),
}
