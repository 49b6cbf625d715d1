import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'

export const FOLDER = resolve(process.env['POSTRIDER_PICTURES'] ?? 'test-results/pictures')

const DESK = { width: 1440, height: 900 }
const LOOKS = [
  { look: 'light', colorScheme: 'light', size: DESK },
  { look: 'dark', colorScheme: 'dark', size: DESK },
  { look: 'phone', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const

/** Takes what a page shows, light, dark and on a phone. What stands over the page is taken with the window alone. */
export async function shoot(page: Page, name: string, reach: 'page' | 'window' = 'page') {
  await mkdir(FOLDER, { recursive: true })
  for (const { look, colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    // Charts take their width a moment after the window has.
    await page.waitForTimeout(120)
    await page.screenshot({ path: join(FOLDER, `${name}.${look}.png`), fullPage: reach === 'page' })
  }
  await page.setViewportSize(DESK)
}

/** All of them on one page, each state in a row. */
export async function writeSheet() {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.png'))
  const names = [...new Set(files.map((file) => file.split('.')[0] ?? ''))].toSorted()
  const rows = names.map((name) => {
    const images = LOOKS.map(({ look }) => `<a href="${name}.${look}.png"><img loading="lazy" src="${name}.${look}.png" alt="${name}, ${look}"></a>`)
    return `<h2>${name}</h2><div>${images.join('')}</div>`
  })
  const style = 'body{font:14px system-ui;margin:24px;background:#888}h2{color:#fff}div{display:flex;gap:16px;align-items:start}img{height:420px;max-width:42vw;object-fit:contain;object-position:top;background:#fff}'
  await writeFile(join(FOLDER, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>${style}</style>${rows.join('\n')}`)
}
