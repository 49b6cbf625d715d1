// Compiles only while every operation has a method and every method an operation; the error names those that do not.
import type { AppClient, AppOperations } from "./app.js"
import type { Client } from "./client.js"
import type { operations } from "./generated/schema.js"

type MethodName<C> = { [Noun in keyof C & string]: `${Noun}.${keyof C[Noun] & string}` }[keyof C & string]
type Nothing<Names extends never> = Names

export type WithoutMethod = Nothing<Exclude<keyof operations, MethodName<Client>>>
export type WithoutOperation = Nothing<Exclude<MethodName<Client>, keyof operations>>
export type AppWithoutMethod = Nothing<Exclude<keyof AppOperations, MethodName<AppClient>>>
export type AppWithoutOperation = Nothing<Exclude<MethodName<AppClient>, keyof AppOperations>>
