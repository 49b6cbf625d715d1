// For the dashboard: the rows under /app/api, which take a session's cookie and no key.
import { methods } from "./generated/app-methods.js"
import type { components, operations } from "./generated/app-schema.js"
import { createTransport } from "./transport.js"
import type { Settings } from "./types.js"

export type AppClient = ReturnType<typeof methods>
export type AppSchema<Name extends keyof components["schemas"]> = components["schemas"][Name]
export type AppOperations = operations

export const createAppClient = (settings: Settings): AppClient => methods(createTransport(settings))
