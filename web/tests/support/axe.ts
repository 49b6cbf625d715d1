import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// All that differs in another theme.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const AGAIN_MS = [200, 800, 3000]

export type Theme = 'light' | 'dark'

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}
interface AxeWindow extends Window {
  axe?: { run: (options: object) => Promise<AxeResults> }
}

/**
 * WCAG 2.2 AA, as far as a program can tell. Whoever calls has waited for the screen that is meant: what is not there yet has no
 * faults. What comes in a moment, such as a list that is loaded, may change the page meanwhile, so it is looked at again.
 */
export async function expectAccessible(page: Page, name: string, themes: Theme[] = ['light', 'dark']) {
  for (const [at, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = at === 0 ? ALL : OF_COLOURS
    let found = await faults(page, rules)
    // So many looks, however long each takes: with others compiling beside it, one took more than ten seconds.
    for (const wait of AGAIN_MS) {
      if (found.length === 0) break
      await page.waitForTimeout(wait)
      found = await faults(page, rules)
    }
    expect(found, `${name}, ${colorScheme}`).toEqual([])
  }
}

async function faults(page: Page, runOnly: string[]): Promise<string[]> {
  // The page's policy forbids scripts of others, so it is put in from outside.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource())
  const found = await page.evaluate(
    (runOnly) =>
      (window as AxeWindow).axe?.run({
        runOnly,
        // Menus and tooltips stand over the page as dialogs do, and belong to no part of it.
        checks: { region: { options: { regionMatcher: 'dialog, [role=dialog], [data-radix-popper-content-wrapper], svg' } } },
      }),
    runOnly,
  )
  if (!found) return ['axe did not run']
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
}

let source: string | undefined
async function axeSource(): Promise<string> {
  source ??= await readFile(AXE, 'utf8')
  return source
}
