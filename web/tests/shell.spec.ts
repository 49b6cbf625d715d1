import { expectAccessible } from './support/axe'
import { PostriderServer } from './support/server'
import { expect, OWNER, signIn, test } from './support/test'

test('the keyboard leads everywhere', async ({ owner }) => {
  await owner.keyboard.press('g')
  await owner.keyboard.press('d')
  await expect(owner.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
  await owner.keyboard.press('?')
  await expect(owner.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await expectAccessible(owner, 'keyboard')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('dialog')).toBeHidden()
  await owner.keyboard.press('Control+k')
  await owner.getByPlaceholder('Search or jump to').fill('usage')
  await expectAccessible(owner, 'command menu')
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('region', { name: 'Usage' })).toBeVisible()
  await owner.keyboard.press('g')
  await owner.keyboard.press('h')
  await expect(owner.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
})

test('commands of one letter can be switched off, and nobody loses a letter in a field', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/settings/profile`)
  await owner.getByLabel('Name', { exact: true }).fill('gd')
  await expect(owner.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await owner.getByRole('switch', { name: 'Commands of one letter' }).click()
  await owner.getByRole('heading', { level: 1 }).click()
  await owner.keyboard.press('g')
  await owner.keyboard.press('d')
  await expect(owner.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('leaving something unsaved asks once', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/settings/profile`)
  await owner.getByLabel('Name', { exact: true }).fill('Somebody else')
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  const question = owner.getByRole('dialog', { name: 'Leave without saving?' })
  await expectAccessible(owner, 'leave')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(owner.getByLabel('Name', { exact: true })).toHaveValue('Somebody else')
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})

test('a chosen theme holds over a reload', async ({ owner }) => {
  const page = () => owner.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await owner.getByRole('button', { name: /^You:/ }).click()
  await owner.getByRole('menuitem', { name: 'Dark' }).click()
  expect(await page()).toBe('rgb(12, 17, 27)')
  await owner.reload()
  expect(await page()).toBe('rgb(12, 17, 27)')
})

test('what is on the page stays while the server is away, and follows when it is back', async ({ page }) => {
  const server = await PostriderServer.start()
  try {
    await page.goto(server.claimLink)
    await page.getByLabel('Email address').fill(OWNER.email)
    await page.getByLabel('New password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await expect(page.getByRole('heading', { name: 'Your first brand' })).toBeVisible()
    await page.getByLabel('Postal address').fill('1 Main Street, Springfield')

    await server.halt()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('alert')).toContainText('Postrider does not answer')
    await expect(page.getByText('Postrider does not answer. Trying again.')).toBeVisible()
    await expect(page.getByLabel('Postal address')).toHaveValue('1 Main Street, Springfield')
    await expectAccessible(page, 'away')

    await server.begin()
    await expect(page.getByText('Postrider does not answer. Trying again.')).toBeHidden()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  } finally {
    await server.end()
  }
})

test('an address that leads nowhere says so', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/nowhere`)
  await expect(owner.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})

test('on a phone everything can be reached and nothing hangs over the edge', async ({ page, owned }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, owned, OWNER)
  for (const path of ['', 'domains', 'settings/profile', 'settings/people', 'settings/keys', 'settings/brands', 'settings/usage', 'settings/audit-log']) {
    await page.goto(`${owned.url}/app/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(390)
  }
  await expectAccessible(page, 'phone')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})
