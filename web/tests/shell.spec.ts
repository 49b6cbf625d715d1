import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test, type Page } from './support/test'

/** The letter may come so long after the g: on a busy machine it sometimes comes later, as with people who are interrupted. */
async function goTo(page: Page, letter: string, title: string) {
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 3000 })
  }).toPass()
}

test('the keyboard leads everywhere', async ({ owner }) => {
  await goTo(owner, 'd', 'Domains')
  await owner.keyboard.press('?')
  await expect(owner.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await expectAccessible(owner, 'keyboard')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('dialog')).toBeHidden()
  await owner.keyboard.press('Control+k')
  await owner.getByPlaceholder('Search or jump to').fill('usage')
  await expect(owner.getByRole('option')).toHaveCount(1)
  await expectAccessible(owner, 'command menu')
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('region', { name: 'Usage' })).toBeVisible()
  await expect(owner.getByRole('dialog')).toBeHidden()
  await goTo(owner, 'h', 'Home')
})

test('commands of one letter can be switched off, and nobody loses a letter in a field', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/settings/profile`)
  const name = owner.getByLabel('Name', { exact: true })
  await name.clear()
  await name.pressSequentially('gd?')
  await expect(name).toHaveValue('gd?')
  await name.fill(OWNER.name)

  const letters = owner.getByRole('switch', { name: 'Commands of one letter' })
  await letters.click()
  await expect(letters).not.toBeChecked()
  await letters.press('g')
  await letters.press('d')
  await letters.press('?')
  // What would have come of these comes before what follows.
  await owner.keyboard.press('Control+k')
  await expect(owner.getByRole('dialog', { name: 'Find and do' })).toBeVisible()
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(owner.getByRole('dialog')).toBeHidden()
})

test('leaving something unsaved asks once', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/settings/profile`)
  await owner.getByLabel('Name', { exact: true }).fill('Somebody else')
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  const question = owner.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await expectAccessible(owner, 'leave')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(owner.getByLabel('Name', { exact: true })).toHaveValue('Somebody else')
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})

test('a chosen theme holds over a reload', async ({ owner }) => {
  await owner.getByRole('button', { name: /^You:/ }).click()
  await owner.getByRole('menuitem', { name: 'Dark' }).click()
  await expect(owner.locator('html')).toHaveCSS('background-color', 'rgb(12, 17, 27)')
  await owner.reload()
  await expect(owner.locator('html')).toHaveCSS('background-color', 'rgb(12, 17, 27)')
})

test('what is on the page stays while the server is away, and follows when it is back', async ({ page, unclaimed: server }) => {
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
})

test('an address that leads nowhere says so', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/nowhere`)
  await expect(owner.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})

test('on a phone everything can be reached and nothing hangs over the edge', async ({ page, owned }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, owned, OWNER)
  // Each with something that is there when the screen is loaded.
  for (const [path, shows] of [
    ['', page.getByRole('table', { name: 'Recent' }).or(page.getByText('No mail has gone out in these days.'))],
    ['domains', page.getByRole('table', { name: 'Domains' })],
    ['settings/profile', page.getByRole('table', { name: 'Where you are signed in' })],
    ['settings/people', page.getByRole('table', { name: 'People' })],
    ['settings/keys', page.getByRole('table', { name: 'API keys' })],
    ['settings/brands', page.getByRole('table', { name: 'Brands' })],
    ['settings/usage', page.getByText('Mails sent')],
    ['settings/audit-log', page.getByRole('table', { name: 'Audit log' })],
  ] as const) {
    await page.goto(`${owned.url}/app/${path}`)
    await expect(shows.first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(390)
  }
  await expectAccessible(page, 'phone')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})
