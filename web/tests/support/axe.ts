import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}
interface AxeWindow extends Window {
  axe: { run: (options: object) => Promise<AxeResults> }
}

/** WCAG 2.2 AA, as far as a program can tell, in both themes. */
export async function expectAccessible(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The page's policy forbids scripts of others, so it is put in from outside.
    await page.evaluate(await axeSource())
    const found = await page.evaluate(() =>
      (window as unknown as AxeWindow).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: { region: { enabled: false } },
      }),
    )
    const words = found.violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
    expect(words, `${name}, ${colorScheme}`).toEqual([])
  }
}

let source: string | undefined
async function axeSource(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  source ??= await readFile(AXE, 'utf8')
  return source
}
