import type { Client, Operations } from "postrider"
import type { Server } from "../server.js"

export type OperationName = keyof Operations

/** Calls one operation, last of all, after what it needs was made. */
export type Step = (client: Client, server: Server) => Promise<unknown>

/** A step for every operation of a noun: without one of them it does not compile. */
export type Steps<Noun extends string> = Record<Extract<OperationName, `${Noun}.${string}`>, Step>

let count = 0
/** A name that no other step uses. */
export const fresh = (word: string) => `${word}-${++count}`
