import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type Theme = 'light' | 'dark'

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}
interface AxeWindow extends Window {
  axe?: { run: (options: object) => Promise<AxeResults> }
}

/**
 * WCAG 2.2 AA, as far as a program can tell. Whoever calls has waited for the screen that is meant: what is not there yet has no
 * faults. What comes in a moment, such as a list that is loaded, may change the page meanwhile, so it is looked at until it holds.
 */
export async function expectAccessible(page: Page, name: string, themes: Theme[] = ['light', 'dark']) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(async () => {
      expect(await faults(page), `${name}, ${colorScheme}`).toEqual([])
    }).toPass({ timeout: 60_000 })
  }
}

async function faults(page: Page): Promise<string[]> {
  // The page's policy forbids scripts of others, so it is put in from outside.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource())
  const found = await page.evaluate(() =>
    (window as AxeWindow).axe?.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Menus and tooltips stand over the page as dialogs do, and belong to no part of it.
      checks: { region: { options: { regionMatcher: 'dialog, [role=dialog], [data-radix-popper-content-wrapper], svg' } } },
    }),
  )
  if (!found) return ['axe did not run']
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
}

let source: string | undefined
async function axeSource(): Promise<string> {
  source ??= await readFile(AXE, 'utf8')
  return source
}
