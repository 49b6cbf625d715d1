import type { Route } from '@playwright/test'

import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

test('the first owner claims the server, names the brand and is at home', async ({ page, unclaimed: server }) => {
  await page.goto(`${server.url}/app/`)
  await expect(page.getByRole('heading', { name: 'Nobody owns this yet' })).toBeVisible()
  await expectAccessible(page, 'unclaimed')

  await page.goto(server.claimLink)
  await page.getByLabel('Email address').fill(OWNER.email)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Become the owner' }).click()
  // What the server says of a field stands at that field, and what was typed stays.
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/fewer than 12 characters/)
  await expect(page.getByLabel('Email address')).toHaveValue(OWNER.email)
  await expectAccessible(page, 'claim')

  await page.getByLabel('New password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(page.getByRole('heading', { name: 'Your first brand' })).toBeVisible()
  await page.getByLabel('Name').fill('Example Coffee')
  await page.getByLabel('Postal address').fill('1 Main Street, Springfield')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await expectAccessible(page, 'welcome')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const brand = await server.api<{ name: string; timeZone: string }>('GET', '/v1/brand')
  expect(brand).toMatchObject({ name: 'Example Coffee', timeZone: 'Europe/Berlin' })

  // The link is used up.
  await page.context().clearCookies()
  await page.goto(server.claimLink)
  await page.getByLabel('New password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('alert')).toContainText('The link was used')
})

test('a wrong password is refused, the right one opens the page that was asked for', async ({ page, owned }) => {
  await page.goto(`${owned.url}/app/domains`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page, 'sign-in')
  await page.getByLabel('Email address').fill(OWNER.email)
  await page.getByLabel('Password').fill('not this one, I think')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email address and password do not belong together')).toBeVisible()
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})

test('whoever guesses is told to wait', async ({ page, fresh }) => {
  await page.goto(`${fresh.url}/app/`)
  await page.getByLabel('Email address').fill(OWNER.email)
  const guess = async (words: string) => {
    await page.getByLabel('Password').fill(words)
    const answer = page.waitForResponse((one) => one.url().endsWith('/app/api/session') && one.request().method() === 'POST')
    await page.getByRole('button', { name: 'Sign in' }).click()
    return (await answer).status()
  }
  // Five in a minute are let through; on a slow machine the minute may end before.
  const answers = [await guess('guess number 1')]
  while (answers.at(-1) === 401 && answers.length < 12) answers.push(await guess(`guess number ${answers.length + 1}`))
  expect(answers.at(-1)).toBe(429)
  await expect(page.getByRole('alert')).toContainText(/[Tt]oo many/)
})

test('links that are not whole say so', async ({ page, owned }) => {
  for (const path of ['claim', 'reset', 'invitation']) {
    await page.goto(`${owned.url}/app/${path}`)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  }
  await expectAccessible(page, 'link missing')
})

test('somebody who was signed out meanwhile goes on where they were', async ({ page, owned, context }) => {
  await signIn(page, owned, OWNER)
  await page.goto(`${owned.url}/app/domains?new=domain`)
  await page.getByLabel('Domain', { exact: true }).fill('kept.example.com')
  // What the page reads by itself would notice as well, and ask before the form does: it is held back.
  const held: Route[] = []
  let isOut = true
  await page.route(/\/(app\/api|v1)\//, async (route) => {
    if (isOut && route.request().method() === 'GET') held.push(route)
    else await route.continue()
  })
  await context.clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'You were signed out meanwhile' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'signed out meanwhile')
  await dialog.getByLabel('Password').fill(OWNER.password)
  isOut = false
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  for (const route of held) await route.continue()
  // The call that waited is made again: nobody types anything twice.
  await expect(page.getByRole('heading', { level: 1, name: /kept\.example\.com/ })).toBeVisible()
})

test('what can do harm asks for the password again, and goes on with what was typed', async ({ page, fresh }) => {
  await signIn(page, fresh, OWNER)
  await page.goto(`${fresh.url}/app/settings/keys?new=key`)
  await page.getByLabel('What it is for').fill('Shop, production')
  fresh.letPasswordAge()
  const make = page.getByRole('dialog', { name: 'Make key' }).getByRole('button', { name: 'Make key' })
  await make.click()
  const question = page.getByRole('dialog', { name: 'Your password again' })
  await expect(question).toBeVisible()
  await expectAccessible(page, 'password again')
  // Whoever does not give it reads what the server said, and has lost nothing.
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('asks for the password again')
  await expect(page.getByLabel('What it is for')).toHaveValue('Shop, production')
  await make.click()
  await question.getByLabel('Password').fill('not this one, I think')
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(question.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await question.getByLabel('Password').fill(OWNER.password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^pr_live_/)
})

test('signing out ends the session', async ({ owner, owned }) => {
  await owner.getByRole('button', { name: /^You:/ }).click()
  await owner.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(owner.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await owner.goto(`${owned.url}/app/settings/profile`)
  await expect(owner.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
