// Writes the types of bodies, queries and answers with openapi-typescript.
import openapiTS, { astToString } from "openapi-typescript"
import { answersOf } from "./document.mjs"

/**
 * The interfaces `components` and `operations`. What the client handles itself is left out of them: headers, errors, and the
 * list of paths, which could not hold two operations of one path.
 * @param {any} document @param {import("./document.mjs").Row[]} rows
 */
export async function schemaSource(document, rows) {
  const paths = Object.fromEntries(
    rows.map((row) => [`${row.path}#${row.name}`, { [row.method.toLowerCase()]: essence(row.operation) }]),
  )
  const schemas = reachable(paths, document.components.schemas)
  const source = { openapi: document.openapi, info: document.info, paths, components: { schemas } }
  const nodes = await openapiTS(withoutFormats(source), { defaultNonNullable: false })
  const kept = nodes.filter((/** @type {any} */ node) => ["components", "operations"].includes(node.name?.text))
  return astToString(kept).replace(/^ +/gm, (spaces) => " ".repeat(spaces.length / 2))
    // Members that only say that there is nothing.
    .replace(/^ *(\w+\??: never;|headers: \{\n *\[name: string\]: unknown;\n *\};)\n/gm, "")
}

/**
 * TypeScript has one kind of number and one of text: `int64` beside each would be noise.
 * @param {any} source
 */
const withoutFormats = (source) =>
  JSON.parse(JSON.stringify(source, (key, value) => (key === "format" && typeof value === "string" ? undefined : value)))

/** @param {any} operation */
function essence(operation) {
  const { operationId, summary, parameters = [], requestBody } = operation
  return {
    operationId,
    summary,
    parameters: parameters.filter((/** @type {any} */ one) => one.in !== "header"),
    requestBody,
    responses: Object.fromEntries(
      answersOf(operation).map(([status, answer]) => [status, { description: "", content: answer.content }]),
    ),
  }
}

/**
 * The schemas that something names, so that the app's file does not repeat the API's.
 * @param {any} from @param {Record<string, any>} schemas
 */
function reachable(from, schemas) {
  const found = new Set()
  /** @param {any} value */
  const visit = (value) => {
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "$ref" || typeof inner !== "string") {
        visit(inner)
        continue
      }
      const name = inner.split("/").at(-1)
      if (!name || found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}
