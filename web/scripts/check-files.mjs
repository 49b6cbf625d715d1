// Holds the sources to what CONTRIBUTING.md promises: no file over 200 lines, and a lock file that names no host.
import { readFile, readdir } from 'node:fs/promises'

const LIMIT = 200
const problems = []
for (const folder of ['src', 'tests', 'scripts']) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|mjs|css)$/.test(entry.name)) continue
    const path = `${entry.parentPath}/${entry.name}`
    const lines = (await readFile(path, 'utf8')).split('\n').length - 1
    if (lines > LIMIT) problems.push(`${path} has ${lines} lines`)
    if (!/^[a-z0-9.-]+$/.test(entry.name)) problems.push(`${path} is not in kebab-case`)
  }
}
if ((await readFile('package-lock.json', 'utf8')).includes('"resolved"')) {
  problems.push('package-lock.json names a host: install again with the .npmrc of this folder')
}
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('No file is over 200 lines, and the lock file names no host.')
