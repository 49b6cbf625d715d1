// generate.mjs write|check [PROGRAM]: writes src/generated/ from the OpenAPI documents that the server prints, or fails where
// what is committed differs from them. PROGRAM is the server's binary, else the one that the tests use.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { errorCodes, operationsOf } from "./document.mjs"
import { methodsSource } from "./methods.mjs"
import { schemaSource } from "./schema.mjs"

const [deed, program = process.env.POSTRIDER_TEST_PROGRAM ?? "../target/debug/postrider"] = process.argv.slice(2)
if (deed !== "write" && deed !== "check") {
  console.error("usage: generate.mjs write|check [PROGRAM]")
  process.exit(2)
}
const folder = new URL("../src/generated/", import.meta.url)

/** @param {string[]} words */
const print = (...words) =>
  JSON.parse(execFileSync(program, ["openapi", ...words], { encoding: "utf8", maxBuffer: 1 << 28 }))

const api = print()
const everything = print("--dashboard")
const rows = operationsOf(api)
const publicNames = new Set(rows.map((row) => row.name))
const appRows = operationsOf(everything).filter((row) => !publicNames.has(row.name))

const files = {
  "schema.d.ts": await schemaSource(api, rows),
  "methods.ts": methodsSource(rows, "./schema.js"),
  "app-schema.d.ts": await schemaSource(everything, appRows),
  "app-methods.ts": methodsSource(appRows, "./app-schema.js"),
  "error-codes.d.ts": errorCodes(everything),
}

/** @param {URL} file */
const committed = (file) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const stale = []
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder)
  const whole = `// Written by scripts/generate.mjs from what \`postrider openapi\` prints: do not edit.\n${text}`
  if (deed === "write") writeFileSync(file, whole)
  else if (committed(file) !== whole) stale.push(name)
}
if (stale.length) {
  console.error(`The server's routes have changed, and sdk/src/generated (${stale.join(", ")}) has not: run \`make sdk\`.`)
  process.exit(1)
}
console.log(`${rows.length} operations of the API and ${appRows.length} of the app alone`)
