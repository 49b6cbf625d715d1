import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, OWNER, signIn, test } from '../../tests/support/test'
import { fillBrand, makeDomains } from './data'

const FOLDER = resolve('../docs/pictures')
const DESK = { width: 1280, height: 840 }

test('the three of the README', async ({ fresh: server, page }) => {
  await mkdir(FOLDER, { recursive: true })
  const shoot = (name: string) => page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await fillBrand(server)
  await makeDomains(server)
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await signIn(page, server, OWNER)
  await expect(page.getByRole('table', { name: 'Recent' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await shoot('home')

  await page.goto(`${server.url}/app/domains`)
  await page.getByRole('row', { name: /offers/ }).getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Records to publish' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot('domain-dark')

  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/app/`)
  await expect(page.getByRole('table', { name: 'Recent' })).toBeVisible()
  await page.waitForTimeout(300)
  await shoot('phone')
})
