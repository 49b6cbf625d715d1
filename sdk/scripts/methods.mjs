// Writes a method for every operation: `contacts.upsert` becomes `upsert` of `contacts`.

/** @param {import("./document.mjs").Row[]} rows @param {string} schema where their types are */
export function methodsSource(rows, schema) {
  /** @type {Map<string, string[]>} */
  const nouns = new Map()
  for (const row of rows) {
    const [noun, verb] = row.name.split(".")
    if (!noun || !verb || row.name.split(".").length !== 2) throw new Error(`${row.name} is not <noun>.<verb>`)
    nouns.set(noun, [...(nouns.get(noun) ?? []), methodSource(row, verb)])
  }
  const groups = [...nouns].map(([noun, methods]) => `  ${noun}: {\n${methods.join("\n")}\n  },`)
  const code = groups.join("\n")
  const types = ["AnswerOf", "BodyOf", "CallOptions", "Pages", "QueryOf", "Transport", "Upload"]
  const used = types.filter((type) => type === "Transport" || new RegExp(`\\b${type}\\b`).test(code))
  return `import type { ${used.join(", ")} } from "../types.js"
${code.includes("segment(") ? 'import { segment } from "../address.js"\n' : ""}import type { operations } from "${schema}"

export const methods = (transport: Transport) => ({
${code}
})
`
}

/** @param {import("./document.mjs").Row} row @param {string} verb */
function methodSource(row, verb) {
  const type = (/** @type {string} */ what) => `${what}<operations["${row.name}"]>`
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
  const parts = [`method: "${row.method}"`, `path: ${pathSource(row.path)}`]
  if (row.bodyType === "application/json") {
    parameters.push(`body${row.bodyRequired ? "" : "?"}: ${type("BodyOf")}`)
    parts.push("body")
  } else if (row.bodyType) {
    parameters.push("file: Upload")
    parts.push(`file, fileType: "${row.bodyType}"`)
  }
  if (row.hasQuery) {
    parameters.push(`query?: ${type("QueryOf")}`)
    parts.push("query")
  }
  if (row.keyed) parts.push("keyed: true")
  if (row.cursorIn) parts.push(`cursorIn: "${row.cursorIn}"`)
  const [deed, answer] = row.isDownload ? ["download", "Promise<ReadableStream<Uint8Array>>"]
    : row.cursorIn ? ["pages", `Pages<${type("AnswerOf")}>`]
    : ["request", `Promise<${type("AnswerOf")}>`]
  const note = row.available ? "" : " The server does not have it yet: 501 `NOT_IMPLEMENTED`."
  return `    /** ${row.summary}: \`${row.method} ${row.path}\`.${note} */
    ${verb}: (${[...parameters, "options?: CallOptions"].join(", ")}): ${answer} =>
      transport.${deed}({ ${parts.join(", ")} }, options),`
}

/** @param {string} path */
const pathSource = (path) =>
  path.includes("{") ? `\`${path.replace(/\{(\w+)\}/g, (_, name) => `\${segment(${name})}`)}\`` : `"${path}"`
