// What a visitor waits for, held to its budget: gzip kilobytes of the first load and of every screen that is loaded later.
import { readFile, rm, stat } from 'node:fs/promises'

const BUDGET = { script: 185, fonts: 90, screen: 40 }
const kilobytes = async (file) => (await stat(`dist/${file}`)).size / 1000
const manifest = JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8'))

function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) withImports(next, seen)
  return seen
}
const sum = async (keys) => {
  let total = 0
  for (const key of keys) total += await kilobytes(`${manifest[key].file}.gz`)
  return total
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const first = withImports(entry)
const found = [['first load, script', await sum(first), BUDGET.script]]

// The mono font is loaded by the screens that show addresses and ids.
const fonts = Object.values(manifest).filter(({ file }) => /(instrument|newsreader).*\.woff2$/.test(file))
let fontSize = 0
for (const { file } of fonts) fontSize += await kilobytes(file)
found.push(['first load, fonts', fontSize, BUDGET.fonts])

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue
  const own = [...withImports(key)].filter((part) => !first.has(part))
  found.push([key, await sum(own), BUDGET.screen])
}

let over = false
for (const [name, size, budget] of found) {
  over ||= size > budget
  console.log(`${size > budget ? 'OVER' : ' ok '} ${size.toFixed(1).padStart(7)} of ${budget} kB  ${name}`)
}
await rm('dist/.vite', { recursive: true })
if (fonts.length < 2 || over) process.exit(1)
