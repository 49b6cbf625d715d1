import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

const GRACE = { email: 'grace@example.com', password: 'a nanosecond of copper wire' }

test('somebody is invited, joins, may do what the role allows, and is removed', async ({ page, fresh, another }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/people`)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Email address').fill(GRACE.email)
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await expectAccessible(page, 'invite')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
  await expectAccessible(page, 'invited')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText(GRACE.email)

  const hers = await another()
  await hers.goto(link)
  await expect(hers.getByText(`sign in as ${GRACE.email}`)).toBeVisible()
  await expectAccessible(hers, 'invitation')
  await hers.getByLabel('Your name').fill('Grace Hopper')
  await hers.getByLabel('New password').fill(GRACE.password)
  await hers.getByRole('button', { name: /^Join/ }).click()
  await expect(hers.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  // A viewer sees what there is, and who may change it.
  await hers.goto(`${fresh.url}/app/domains`)
  const add = hers.getByRole('button', { name: 'Add domain' }).first()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(hers.getByRole('tooltip')).toContainText('Editors, admins and owners may do this')
  for (const path of ['people', 'keys', 'audit-log']) {
    await hers.goto(`${fresh.url}/app/settings/${path}`)
    await expect(hers.getByRole('heading', { name: 'This is not for your role' })).toBeVisible()
    await expectAccessible(hers, `${path}, as a viewer`)
  }

  await page.reload()
  await page.getByRole('button', { name: /Grace Hopper/ }).click()
  await page.getByRole('radio', { name: /^Editor/ }).check()
  await expectAccessible(page, 'member')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toContainText('Editor')
  await hers.goto(`${fresh.url}/app/domains`)
  await expect(hers.getByRole('button', { name: 'Add domain' }).first()).not.toHaveAttribute('aria-disabled')

  await page.getByRole('button', { name: /Grace Hopper/ }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: /^Remove/ }).getByRole('button', { name: 'Remove' }).click()
  // Behind a dialog nothing is seen: the other row tells that it is gone.
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeHidden()
  await hers.goto(`${fresh.url}/app/`)
  await hers.getByLabel('Email address').fill(GRACE.email)
  await hers.getByLabel('Password').fill(GRACE.password)
  await hers.getByRole('button', { name: 'Sign in' }).click()
  await expect(hers.getByRole('heading', { name: 'There is nothing here for you yet' })).toBeVisible()
  await expectAccessible(hers, 'nowhere')
})

test('the last owner stays, and an invitation can be withdrawn', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/people`)
  await page.getByRole('button', { name: /Ada Lovelace \(you\)/ }).click()
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Owner')

  await page.goto(`${fresh.url}/app/settings/people?new=invitation`)
  await page.getByLabel('Email address').fill(GRACE.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Invitations' })).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})
