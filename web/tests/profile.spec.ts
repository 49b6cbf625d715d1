import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'
import { totp } from './support/totp'

test('name, password and sessions are one’s own to change', async ({ page, fresh, another }) => {
  const elsewhere = await another()
  await signIn(elsewhere, fresh, OWNER)
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/profile`)
  await expect(page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row')).toHaveCount(4)
  await expectAccessible(page, 'profile')

  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: /^You: Ada King/ })).toBeVisible()

  await page.getByLabel('Password until now').fill('not this one at all')
  await page.getByLabel('New password').fill('another horse battery staple')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Password until now')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password until now').fill(OWNER.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('2 other sessions were ended')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row')).toHaveCount(2)

  await elsewhere.goto(`${fresh.url}/app/`)
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(elsewhere, fresh, { email: OWNER.email, password: 'another horse battery staple' })
})

test('a second factor is set up, asked for, stood in for by a recovery code, and switched off', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/profile`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'Code to scan with an authenticator app' })).toBeVisible()
  await expectAccessible(page, 'second factor')
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Code', { exact: true }).fill(totp(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('figure', { name: 'Recovery codes' })
  const [first] = (await codes.innerText()).trim().split('\n')
  await expectAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()

  for (const code of [totp(secret, 1), first ?? '']) {
    await page.getByRole('button', { name: /^You:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email address').fill(OWNER.email)
    await page.getByLabel('Password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // The code is the next question, no mistake: nothing is red yet.
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expect(page.getByRole('alert')).toBeHidden()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('recovery codes are left')).toBeVisible()
  }
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('a forgotten password is replaced by the link of a mail', async ({ page, fresh }) => {
  await page.goto(`${fresh.url}/app/`)
  await page.getByRole('button', { name: 'Forgot it?' }).click()
  await expect(page.getByRole('heading', { name: 'A new password' })).toBeVisible()
  await page.getByLabel('Email address').fill(OWNER.email)
  await expectAccessible(page, 'forgot')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('the link is on its way to it')).toBeVisible()

  const mails = () => JSON.parse(fresh.command('--json', 'inbox', 'list')) as { id: string }[] | { data: { id: string }[] }
  const newest = () => {
    const listed = mails()
    return (Array.isArray(listed) ? listed : listed.data)[0]
  }
  await expect.poll(newest).toBeTruthy()
  const shown = fresh.command('inbox', 'show', newest()?.id ?? '')
  const link = /http\S+\/app\/reset#[\w-]+/.exec(shown)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expectAccessible(page, 'reset')
  await page.getByLabel('New password').fill('another horse battery staple')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
})

test('an account whose address gets no mail is asked for another one', async ({ page, fresh }) => {
  fresh.sql(`UPDATE people SET email = 'owner@localhost' WHERE email = '${OWNER.email}'`)
  await signIn(page, fresh, { ...OWNER, email: 'owner@localhost' })
  await expect(page.getByText('owner@localhost is a stand-in')).toBeVisible()
  await expectAccessible(page, 'without an address')
  await page.getByRole('button', { name: 'Give an address' }).click()
  await page.getByLabel('Email address').fill('not an address')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'address')

  // It is asked for with the password, once that is a while ago.
  fresh.letPasswordAge()
  await page.getByLabel('Email address').fill('real@example.com')
  await page.getByRole('button', { name: 'Use this address' }).click()
  const question = page.getByRole('dialog', { name: 'Your password again' })
  await question.getByLabel('Password').fill(OWNER.password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('You are real@example.com now')).toBeVisible()
  await expect(page.getByText('is a stand-in')).toBeHidden()
  await page.goto(`${fresh.url}/app/settings/profile`)
  await expect(page.getByLabel('Email address')).toHaveValue('real@example.com')
})
