// Reads what the client needs to know of each operation out of an OpenAPI document.

/**
 * @typedef {object} Row
 * @property {string} name          `contacts.upsert`
 * @property {string} method        `POST`
 * @property {string} path          `/v1/contacts/{email}`
 * @property {string} summary
 * @property {boolean} available    false: the server answers 501
 * @property {boolean} keyed        takes an `Idempotency-Key`
 * @property {boolean} hasQuery
 * @property {string | undefined} bodyType      its media type, if there is a body
 * @property {boolean} bodyRequired
 * @property {boolean} isDownload   answers with a file
 * @property {"query" | "body" | undefined} cursorIn      where the cursor goes, if it answers with pages
 * @property {any} operation        as it stands in the document
 */

/**
 * Every operation by its name. Where several share a path and a method, the document joins them and tells them apart in
 * `x-operations`: those are taken one by one.
 * @param {any} document
 * @returns {Row[]}
 */
export function operationsOf(document) {
  const rows = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, joined] of Object.entries(methods)) {
      for (const operation of joined["x-operations"] ?? [joined]) {
        rows.push(rowOf(document, path, method.toUpperCase(), operation))
      }
    }
  }
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * @param {any} document @param {string} path @param {string} method @param {any} operation
 * @returns {Row}
 */
function rowOf(document, path, method, operation) {
  const parameters = operation.parameters ?? []
  const query = parameters.filter((/** @type {any} */ one) => one.in === "query")
  for (const one of query) {
    // The client writes lists with commas, as all of ours are.
    if (schemaAt(document, one.schema).type === "array" && one.explode !== false) {
      throw new Error(`${operation.operationId}: ${one.name} is a list that is not written with commas`)
    }
  }
  const body = operation.requestBody
  const answers = answersOf(operation).map(([, answer]) => answer)
  const page = answers.map((answer) => schemaAt(document, answer.content?.["application/json"]?.schema))
    .find((schema) => schema.properties?.pagination?.$ref === "#/components/schemas/Pagination")
  return {
    name: operation.operationId,
    method,
    path,
    summary: operation.summary,
    available: operation["x-available"] !== false,
    keyed: parameters.some((/** @type {any} */ one) => one.in === "header" && one.name === "Idempotency-Key"),
    hasQuery: query.length > 0,
    bodyType: body && Object.keys(body.content)[0],
    bodyRequired: body?.required === true,
    isDownload: answers.some((answer) => answer.content && !("application/json" in answer.content)),
    cursorIn: page && (query.some((/** @type {any} */ one) => one.name === "cursor") ? "query" : "body"),
    operation,
  }
}

/** @param {any} operation @returns {[string, any][]} status and answer of what went well */
export const answersOf = (operation) => Object.entries(operation.responses).filter(([status]) => status < "300")

/** @param {any} document @param {any} schema */
function schemaAt(document, schema) {
  while (schema?.$ref) schema = document.components.schemas[schema.$ref.split("/").at(-1)]
  return schema ?? {}
}

/** @param {any} document */
export function errorCodes(document) {
  const codes = new Set(operationsOf(document).flatMap((row) => row.operation["x-error-codes"] ?? []))
  const lines = [...codes].sort().map((code) => `  | "${code}"\n`)
  return `/** What may stand in \`code\` of an error; \`/docs/errors\` of a server tells about each. */\nexport type ErrorCode =\n${lines.join("")}`
}
