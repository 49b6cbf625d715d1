import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

test('what somebody changed stands in the audit log, and is found by filters that the address keeps', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/profile`)
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.goto(`${fresh.url}/app/settings/audit-log`)
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: /profile update/ })).toContainText(OWNER.email)
  await expect(log.getByRole('row', { name: /session create/ }).first()).toBeVisible()
  await expectAccessible(page, 'audit log')

  await page.getByLabel('Act').fill('profile.update')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/act=profile\.update/)
  await expect(log.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(log.getByRole('row')).toHaveCount(2)
  await log.getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'profile update' })).toContainText('127.0.0.1')
  await expectAccessible(page, 'entry')
  await page.keyboard.press('Escape')

  await page.getByLabel('To').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(log.getByRole('row', { name: /session create/ }).first()).toBeVisible()
})

test('usage is told for the period', async ({ owner, owned }) => {
  await owner.goto(`${owned.url}/app/settings/usage`)
  await expect(owner.getByRole('region', { name: 'Usage' })).toContainText('Mails sent')
  const prices = owner.getByRole('table', { name: 'What costs credits' })
  await expect(prices.getByRole('row', { name: /contacts\.validate/ })).toContainText('2 a checked address')
  await expectAccessible(owner, 'usage')
})
