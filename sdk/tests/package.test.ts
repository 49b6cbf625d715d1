import assert from "node:assert/strict"
import { readFileSync, readdirSync } from "node:fs"
import { test } from "node:test"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

interface Locked {
  dependencies?: object
  license?: string
  resolved?: string
}

test("nothing is installed with it, and what makes it has a licence that may", () => {
  const packages = Object.entries<Locked>(JSON.parse(read("package-lock.json")).packages)
  const allowed = new Set(["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "(MIT OR CC0-1.0)", "Python-2.0"])
  assert.ok(packages.length > 3)
  for (const [name, { dependencies, license, resolved }] of packages) {
    if (name === "") assert.equal(dependencies, undefined)
    assert.ok(allowed.has(license ?? "none"), `${name}: ${license}`)
    assert.equal(resolved, undefined, `${name} names a host`)
  }
})

test("it imports nothing but itself", () => {
  for (const file of readdirSync(new URL("../../dist/", import.meta.url), { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|d\.ts)$/.test(file)) continue
    for (const [, from] of read(`dist/${file}`).matchAll(/^(?:import|export)\b[^"]*\bfrom "([^"]+)"/gm)) {
      assert.match(from ?? "", /^\.\.?\//, file)
    }
  }
})
