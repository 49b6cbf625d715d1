import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

test('a second brand is made, looked at by its address, changed and deleted', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/brands`)
  await page.getByRole('button', { name: 'Make brand' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Night Roasters')
  await page.getByLabel('Postal address').fill('2 Side Street, Springfield')
  await page.getByRole('dialog').getByRole('button', { name: 'Make brand' }).click()
  await expect(page.getByRole('row', { name: /Night Roasters/ })).toContainText('2 Side Street')
  await expectAccessible(page, 'brands')

  await page.getByRole('button', { name: /^Brand:/ }).click()
  await page.getByRole('menuitem', { name: 'Night Roasters' }).click()
  await expect(page.getByRole('button', { name: /^Brand: Night Roasters/ })).toBeVisible()
  // The address names the brand, and every link keeps it.
  await expect(page).toHaveURL(/brand=/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await expect(page).toHaveURL(/domains\?brand=/)
  const address = page.url()
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expect(page.getByRole('button', { name: /^Brand: Night Roasters/ })).toBeVisible()

  await page.goto(`${fresh.url}/app/settings/brands`)
  await page.getByRole('row', { name: /Night Roasters/ }).getByRole('button').click()
  await page.getByLabel('Name', { exact: true }).fill('Early Roasters')
  await expectAccessible(page, 'brand')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Early Roasters/ })).toBeVisible()
  await page.getByRole('row', { name: /Early Roasters/ }).getByRole('button').click()
  await page.getByRole('button', { name: 'Delete brand' }).click()
  await page.getByRole('dialog', { name: /^Delete/ }).getByRole('button', { name: 'Delete brand' }).click()
  // Behind a dialog nothing is seen: the other brand tells that it is gone.
  await expect(page.getByRole('row', { name: /Example Coffee/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Early Roasters/ })).toBeHidden()
})
