import type { PostriderServer } from '../../tests/support/server'
import { expect, OWNER, signIn, test, type Page } from '../../tests/support/test'
import { shoot, writeSheet } from './camera'
import { fillBrand, makeDomains } from './data'

test.afterAll(writeSheet)

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenausstattung'
const table = (page: Page, name: string) => expect(page.getByRole('table', { name, exact: true })).toBeVisible()

test('a brand at work', async ({ fresh: server, page }) => {
  await fillBrand(server)
  await makeDomains(server)
  await server.api('POST', '/v1/domains', { name: `${LONG.toLowerCase().replaceAll('ä', 'ae').replaceAll('ü', 'ue').slice(0, 58)}.example.com` })
  await signIn(page, server, OWNER)
  await homes(page, server)
  await domains(page, server)
  await keys(page, server)
  await brands(page, server)
  await others(page, server)
  await overlays(page, server)
})

async function homes(page: Page, { url }: PostriderServer) {
  await page.goto(`${url}/app/`)
  await table(page, 'Recent')
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await shoot(page, 'home')
  await page.getByRole('button', { name: /–/ }).click()
  await shoot(page, 'home-range', 'window')
  await page.keyboard.press('Escape')

  await page.route('**/v1/**', () => {})
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await shoot(page, 'home-loading')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/v1/analytics/**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL_ERROR', message: 'Something failed on the server.', suggestion: 'Try again in a moment.', requestId: 'req_01hx5c0k2v' } } }),
  )
  await page.goto(`${url}/app/`)
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await shoot(page, 'home-failed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function domains(page: Page, { url }: PostriderServer) {
  await page.goto(`${url}/app/domains`)
  await table(page, 'Domains')
  await shoot(page, 'domains')
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByLabel('Domain', { exact: true }).fill('not a domain')
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByLabel('Domain', { exact: true })).toHaveAttribute('aria-invalid')
  await shoot(page, 'domains-add-refused', 'window')
  for (const name of ['news', 'offers', 'donau']) {
    await page.goto(`${url}/app/domains`)
    await page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('button').click()
    await expect(page.getByRole('region', { name: 'Records to publish' })).toBeVisible()
    await shoot(page, `domain-${name}`)
  }
  await page.getByRole('button', { name: 'Remove domain' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'domain-remove', 'window')
  await page.route('**/v1/domains**', () => {})
  await page.goto(`${url}/app/domains`)
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
  await shoot(page, 'domains-loading')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function keys(page: Page, server: PostriderServer) {
  await page.goto(`${server.url}/app/settings/keys`)
  await table(page, 'API keys')
  for (const name of ['Shop, production', `${LONG} im Lager`]) {
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByLabel('What it is for').fill(name)
    if (name.startsWith('Shop')) {
      await page.getByRole('radio', { name: 'One brand' }).check()
      await page.getByRole('radio', { name: 'Some of it' }).check()
      await page.getByRole('checkbox', { name: /^contacts/ }).check()
      await shoot(page, 'keys-make', 'window')
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Make key' }).click()
    await expect(page.getByRole('figure', { name: 'Test call' })).toBeVisible()
    if (name.startsWith('Shop')) await shoot(page, 'keys-shown-once', 'window')
    await page.getByRole('button', { name: 'I have copied it' }).click()
  }
  const shop = page.getByRole('row', { name: /Shop, production/ })
  await shop.getByRole('button', { name: 'Rotate' }).click()
  await shoot(page, 'keys-rotate', 'window')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(/^Ends/)).toBeVisible()
  await page.getByRole('row', { name: /Lager/ }).getByRole('button', { name: 'Revoke' }).click()
  await shoot(page, 'keys-revoke', 'window')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked')).toBeVisible()
  await shoot(page, 'keys')
}

async function brands(page: Page, server: PostriderServer) {
  await page.goto(`${server.url}/app/settings/brands`)
  await table(page, 'Brands')
  await page.getByRole('button', { name: 'Make brand' }).click()
  await page.getByLabel('Name', { exact: true }).fill(LONG)
  await shoot(page, 'brands-make', 'window')
  await page.getByRole('dialog').getByRole('button', { name: 'Make brand' }).click()
  await expect(page.getByRole('row', { name: new RegExp(LONG) })).toBeVisible()
  await shoot(page, 'brands')
  await page.getByRole('row', { name: /Example Coffee/ }).getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'brand', 'window')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Brand:/ }).click()
  await shoot(page, 'shell-brands', 'window')
  await page.keyboard.press('Escape')
}

async function others(page: Page, { url }: PostriderServer) {
  for (const email of ['grace@example.com', 'alan@example.com', `${LONG.slice(0, 40).toLowerCase()}@example.com`]) {
    await page.goto(`${url}/app/settings/people?new=invitation`)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await table(page, 'Invitations')
  await shoot(page, 'people')
  await page.goto(`${url}/app/settings/profile`)
  await table(page, 'Where you are signed in')
  await shoot(page, 'profile')
  await page.goto(`${url}/app/settings/usage`)
  await expect(page.getByText('Mails sent')).toBeVisible()
  await shoot(page, 'usage')
  await page.goto(`${url}/app/settings/audit-log`)
  await table(page, 'Audit log')
  await shoot(page, 'audit-log')
  await page.getByRole('row', { name: /brands create/ }).getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'audit-log-entry', 'window')
  await page.goto(`${url}/app/settings/audit-log?act=nothing.ever`)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await shoot(page, 'audit-log-empty')
  await page.goto(`${url}/app/no/such/page`)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await shoot(page, 'shell-not-found')
}

async function overlays(page: Page, server: PostriderServer) {
  await page.goto(`${server.url}/app/settings/profile`)
  await page.getByRole('button', { name: /^You:/ }).click()
  await shoot(page, 'shell-person', 'window')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await shoot(page, 'shell-command', 'window')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await shoot(page, 'shell-keyboard', 'window')
  await page.keyboard.press('Escape')
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await shoot(page, 'shell-leave', 'window')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await shoot(page, 'shell-toast', 'window')
  await page.context().clearCookies()
  // The pulse notices by itself.
  await expect(page.getByRole('dialog', { name: /signed out meanwhile/ })).toBeVisible({ timeout: 40_000 })
  await shoot(page, 'shell-signed-out', 'window')
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await server.halt()
  await expect(page.getByText('Postrider does not answer. Trying again.')).toBeVisible({ timeout: 40_000 })
  await shoot(page, 'shell-away', 'window')
}
