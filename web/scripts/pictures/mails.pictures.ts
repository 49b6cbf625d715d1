import { sendTwo } from '../../tests/support/mails'
import type { PostriderServer } from '../../tests/support/server'
import { expect, OWNER, signIn, test, type Page } from '../../tests/support/test'
import { shoot, writeSheet } from './camera'

test.afterAll(writeSheet)

test('captured mail, and what asks before it goes on', async ({ fresh: server, page }) => {
  await signIn(page, server, OWNER)
  await captured(page, server)
  await notices(page, server)
  await found(page)
  await askedForAnAddress(page, server)
})

async function captured(page: Page, server: PostriderServer) {
  await page.goto(`${server.url}/app/captured-mail`)
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible()
  await shoot(page, 'captured-mail-empty')
  await sendTwo(server)
  const list = page.getByRole('table', { name: 'Captured mail' })
  await expect(list.getByRole('row')).toHaveCount(3, { timeout: 40_000 })
  await shoot(page, 'captured-mail')
  await page.getByRole('button', { name: 'Delete all' }).click()
  await shoot(page, 'captured-mail-delete', 'window')
  await page.keyboard.press('Escape')
  await list.getByRole('row', { name: /grace/ }).getByRole('button').click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'We roast again' })).toBeVisible()
  await shoot(page, 'captured-mail-read')
  for (const part of ['Text', 'Headers', 'Links', 'Source']) {
    const tab = page.getByRole('tab', { name: part })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await shoot(page, `captured-mail-${part.toLowerCase()}`)
  }
  await page.goto(`${server.url}/app/captured-mail/nothing-here`)
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'captured-mail-missing')
}

async function notices(page: Page, server: PostriderServer) {
  await page.goto(`${server.url}/app/settings/people?new=invitation`)
  await page.getByLabel('Email address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(`${server.url}/app/captured-mail/notices`)
  const row = page.getByRole('row', { name: /grace@example\.com/ })
  await expect(row).toBeVisible()
  await shoot(page, 'notices')
  server.letPasswordAge()
  await row.getByRole('button').click()
  const question = page.getByRole('dialog', { name: 'Your password again' })
  await question.getByLabel('Password').fill(OWNER.password)
  await shoot(page, 'password-again', 'window')
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible()
  await shoot(page, 'notice')
}

async function found(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to').fill('autumn')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
  await shoot(page, 'found', 'window')
  await page.getByPlaceholder('Search or jump to').fill('nobody has this name')
  await expect(page.getByText(/nothing/i).first()).toBeVisible()
  await shoot(page, 'found-nothing', 'window')
  await page.keyboard.press('Escape')
}

async function askedForAnAddress(page: Page, server: PostriderServer) {
  server.sql(`UPDATE people SET email = 'owner@localhost' WHERE email = '${OWNER.email}'`)
  await page.goto(`${server.url}/app/`)
  await page.getByRole('button', { name: 'Give an address' }).click()
  await shoot(page, 'address', 'window')
}

test('pages of the server beside the app', async ({ fresh: server, page, context }) => {
  await sendTwo(server)
  const mails = () => JSON.parse(server.command('--json', 'inbox', 'list')) as { data?: { id: string }[] } | { id: string }[]
  const ids = () => [mails()].flatMap((listed) => (Array.isArray(listed) ? listed : (listed.data ?? []))).map(({ id }) => id)
  await expect.poll(() => ids().length).toBe(2)
  const mail = server.command('inbox', 'show', ids()[0] ?? '')
  const leave = /http\S+\/u\/\S+|http\S+unsubscribe\S+/.exec(mail)?.[0]
  await page.goto(`${server.url}/docs`)
  await shoot(page, 'docs', 'window')
  await page.goto(`${server.url}/no/such/page`)
  await shoot(page, 'nowhere', 'window')
  if (leave) {
    await page.goto(leave)
    await shoot(page, 'unsubscribe', 'window')
    await page.getByRole('button').first().click()
    await shoot(page, 'unsubscribed', 'window')
  }
  await context.close()
})
