import { expectAccessible } from './support/axe'
import { expect, test } from './support/test'

test('a key is made, shown once, works, is rotated and revoked', async ({ owner, owned }) => {
  const status = async (key: string) =>
    (await fetch(`${owned.url}/v1/contacts?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

  await owner.goto(`${owned.url}/app/settings/keys`)
  await owner.getByRole('button', { name: 'Make key' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Make key' }).click()
  await expect(owner.getByLabel('What it is for')).toHaveAttribute('aria-invalid', 'true')
  await owner.getByLabel('What it is for').fill('Shop, production')
  await owner.getByRole('radio', { name: 'One brand' }).check()
  await owner.getByRole('radio', { name: 'Some of it' }).check()
  await owner.getByRole('checkbox', { name: /^contacts/ }).check()
  await expectAccessible(owner, 'make key')
  await owner.getByRole('dialog').getByRole('button', { name: 'Make key' }).click()

  const secret = await owner.getByLabel('API key', { exact: true }).inputValue()
  expect(await status(secret)).toBe(200)
  await expect(owner.getByRole('figure', { name: 'Test call' })).toContainText(`${owned.url}/v1/contacts?limit=1`)
  await expectAccessible(owner, 'shown once')
  await owner.keyboard.press('Escape')
  await expect(owner.getByLabel('API key', { exact: true })).toBeVisible()
  await owner.getByRole('button', { name: 'I have copied it' }).click()

  const row = owner.getByRole('row', { name: /Shop, production/ })
  await expect(row).toContainText('contacts')
  await expectAccessible(owner, 'keys')
  await row.getByRole('button', { name: 'Rotate' }).click()
  await owner.getByLabel('The old key goes on for').selectOption('Not at all')
  await owner.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const next = await owner.getByLabel('API key', { exact: true }).inputValue()
  expect(next).not.toBe(secret)
  await owner.getByRole('button', { name: 'I have copied it' }).click()
  await expect.poll(() => status(secret)).toBe(401)
  expect(await status(next)).toBe(200)

  // The list has heard of it too: two rows of the name, of which one has ended.
  const rows = owner.getByRole('row', { name: /Shop, production/ })
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1)
  await rows.filter({ hasNotText: 'Revoked' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(owner.getByRole('dialog', { name: /^Revoke/ })).toBeVisible()
  await expectAccessible(owner, 'revoke')
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => status(next)).toBe(401)
})
