import { expectAccessible } from './support/axe'
import { sendTwo } from './support/mails'
import { expect, OWNER, signIn, test } from './support/test'

// What a browser without a screen calls itself is told from a person, and counted apart.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' })

test('captured mail is listed by itself, read as its reader would, tried, taken along and deleted', async ({ page, fresh, context }) => {
  await signIn(page, fresh, OWNER)
  await page.getByRole('link', { name: 'Captured mail' }).click()
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible()
  await expectAccessible(page, 'captured mail, empty')

  // The list looks by itself.
  await sendTwo(fresh)
  const list = page.getByRole('table', { name: 'Captured mail' })
  await expect(list.getByRole('row')).toHaveCount(3, { timeout: 40_000 })
  await expectAccessible(page, 'captured mail')

  await page.getByLabel('Recipient').fill('GRACE')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list).toContainText('grace@example.org')
  await expect(page).toHaveURL(/recipient=GRACE/)
  await page.getByLabel('Recipient').fill('nobody')
  await expect(page.getByRole('heading', { name: 'No mail to that address' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByLabel('Recipient')).toHaveValue('')

  // From row to row, into a mail, to the next one and back, without a pointer.
  await page.keyboard.press('j')
  await expect(list.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Autumn is open' })).toBeVisible()
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)

  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'We roast again' })).toBeVisible()
  await expectAccessible(page, 'mail')
  const counted = (eventType: string) =>
    fresh.api<{ data: unknown[] }>('GET', `/v1/analytics/events?eventType=${eventType}`)
  await expect.poll(async () => (await counted('opened')).data.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const opening = context.waitForEvent('page')
  await mail.getByRole('link', { name: 'See the roastery' }).click()
  const opened = await opening
  await expect.poll(async () => (await counted('clicked')).data.length, { timeout: 20_000 }).toBe(1)
  await opened.close()

  for (const [part, shown] of [
    ['Text', 'We roast again'],
    ['Headers', 'List-Unsubscribe'],
    ['Links 2', fresh.url],
    ['Source', 'Content-Type: multipart/alternative'],
  ] as const) {
    await page.getByRole('tab', { name: part }).click()
    await expect(page.getByRole('tabpanel')).toContainText(shown)
    await expectAccessible(page, `mail, ${part}`)
  }
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.eml$/)

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Delete all' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 mails?' })
  await expect(question).toBeVisible()
  await expectAccessible(page, 'delete captured mail')
  await question.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('2 mails deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible()
})

test('mails of the installation itself are for its owner, who gives the password again', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/captured-mail/notices`)
  await expect(page.getByRole('heading', { name: 'No mail of Postrider itself yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Invite somebody' }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Email address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goto(`${fresh.url}/app/captured-mail/notices`)
  const row = page.getByRole('row', { name: /grace@example\.com/ })
  await expect(row).toBeVisible()
  await expectAccessible(page, 'notices')
  fresh.letPasswordAge()
  await row.getByRole('button').click()
  const question = page.getByRole('dialog', { name: 'Your password again' })
  await question.getByLabel('Password').fill(OWNER.password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(page.frameLocator('iframe').getByRole('link').first()).toHaveAttribute('href', /\/app\/invitation#/)
  await expect(page.getByRole('tab', { name: 'Source' })).toBeHidden()
})

test('a mail that is not there says so, and leads back', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/captured-mail/nothing-here`)
  await expect(owner.getByRole('alert')).toContainText('There is no such captured mail.')
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('heading', { level: 1, name: 'Captured mail' })).toBeVisible()
})
