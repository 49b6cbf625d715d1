import { methods } from "./generated/methods.js"
import { createTransport } from "./transport.js"
import type { Settings } from "./types.js"

/** Every operation of the API as a method: `contacts.upsert` is `client.contacts.upsert`. */
export type Client = ReturnType<typeof methods>

export const createClient = (settings: Settings): Client => methods(createTransport(settings))
