import type { components, operations } from "./generated/schema.js"

export { createClient, type Client } from "./client.js"
export { ApiError, ConnectionError } from "./errors.js"
export { createTransport } from "./transport.js"
export type * from "./types.js"

/** Operations by name, for `BodyOf`, `QueryOf` and `AnswerOf`. */
export type Operations = operations
/** A named type of the API: `Schema<"Contact">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name]
