import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, type Theme } from './axe'
import type { PublishedRecord } from './dns'
import type { Hands } from './hands'
import { sendTwo } from './mails'
import type { PostriderServer } from './server'
import { totp } from './totp'

export const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'correct horse battery staple' }
export const GRACE = { email: 'grace@example.com', name: 'Grace Hopper', password: 'a nanosecond of copper wire' }

/** Whose page, whose hands, in which light. */
export interface Walk {
  server: PostriderServer
  hands: Hands
  theme: Theme
}

/** Every screen that the story passes is looked at: nothing hangs over the edge, and everybody can use it. */
async function look({ theme }: Walk, page: Page, name: string) {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width, `${name}: wider than the window`).toBeLessThanOrEqual(room ?? 0)
  await expectAccessible(page, name, [theme])
}

const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()

export async function claimsTheServer(walk: Walk, page: Page) {
  const { server, hands } = walk
  await page.goto(server.claimLink)
  await title(page, 'Make it yours')
  await hands.write(page.getByLabel('Email address'), ADA.email)
  await hands.write(page.getByLabel('Your name'), ADA.name)
  await hands.write(page.getByLabel('New password'), ADA.password)
  await look(walk, page, 'claim')
  await hands.press(page.getByRole('button', { name: 'Become the owner' }))

  await title(page, 'Your first brand')
  await hands.write(page.getByLabel('Name'), 'Example Coffee')
  await hands.write(page.getByLabel('Postal address'), '1 Main Street, Springfield')
  await hands.choose(page.getByLabel('Time zone'), 'Europe/Berlin')
  await look(walk, page, 'first brand')
  await hands.press(page.getByRole('button', { name: 'Go on' }))
  await title(page, 'Home')
  await expect(page.getByText('No mail has gone out in these days.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await look(walk, page, 'home')
  expect(await server.api('GET', '/v1/brand')).toMatchObject({ name: 'Example Coffee', timeZone: 'Europe/Berlin' })
}

/** Gives the link that was shown. */
export async function invitesAnEditor(walk: Walk, page: Page): Promise<string> {
  const { hands } = walk
  await hands.go(page, 'Settings', 'People')
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Invite somebody' }))
  await hands.write(page.getByLabel('Email address'), GRACE.email)
  await hands.press(page.getByRole('radio', { name: /^Editor/ }))
  await look(walk, page, 'invite')
  await hands.press(page.getByRole('button', { name: 'Send invitation' }))
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
  await look(walk, page, 'invited')
  await hands.press(page.getByRole('button', { name: 'Done' }))
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText(GRACE.email)
  await look(walk, page, 'people')
  return link
}

export async function acceptsTheInvitation(walk: Walk, page: Page, link: string) {
  const { hands } = walk
  await page.goto(link)
  await expect(page.getByText(`sign in as ${GRACE.email}`)).toBeVisible()
  await hands.write(page.getByLabel('Your name'), GRACE.name)
  await hands.write(page.getByLabel('New password'), GRACE.password)
  await look(walk, page, 'invitation')
  await hands.press(page.getByRole('button', { name: /^Join/ }))
  await title(page, 'Home')
  // An editor works with what there is, and reads what is not hers to change.
  await hands.go(page, 'Settings', 'API keys')
  await expect(page.getByRole('heading', { name: 'This is not for your role' })).toBeVisible()
  await look(walk, page, 'keys, as an editor')
}

export async function signsInWithASecondFactor(walk: Walk, page: Page) {
  const { hands } = walk
  await hands.go(page, 'Settings', 'Profile')
  await expect(page.getByRole('table', { name: 'Where you are signed in' })).toBeVisible()
  await look(walk, page, 'profile')
  await hands.press(page.getByRole('button', { name: 'Set up' }))
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await look(walk, page, 'second factor')
  await hands.write(page.getByLabel('Code', { exact: true }), totp(secret))
  await hands.press(page.getByRole('button', { name: 'Switch on' }))
  await expect(page.getByRole('figure', { name: 'Recovery codes' })).toBeVisible()
  await look(walk, page, 'recovery codes')
  await hands.press(page.getByRole('button', { name: 'I have kept them' }))
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()

  await hands.command(page, 'Sign out')
  await title(page, 'Sign in')
  await hands.write(page.getByLabel('Email address'), ADA.email)
  await hands.write(page.getByLabel('Password'), ADA.password)
  await hands.press(page.getByRole('button', { name: 'Sign in' }))
  // A code counts once, so this is the next one.
  await hands.write(page.getByLabel('Code', { exact: true }), totp(secret, 1))
  await look(walk, page, 'sign-in')
  await hands.press(page.getByRole('button', { name: 'Sign in' }))
  await title(page, 'Settings')
}

/** Runs what the page shows, and gives what the server said. */
async function shownCommand(page: Page): Promise<{ data?: unknown[]; error?: { code: string } }> {
  const command = await page.getByRole('figure', { name: 'Test call' }).locator('pre').innerText()
  return JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as { data?: unknown[] }
}

export async function usesAKey(walk: Walk, page: Page) {
  const { hands } = walk
  await hands.go(page, 'Settings', 'API keys')
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Make key' }))
  const making = page.getByRole('dialog', { name: 'Make key' })
  await hands.write(making.getByLabel('What it is for'), 'Shop, production')
  await look(walk, page, 'make key')
  await hands.press(making.getByRole('button', { name: 'Make key' }))
  expect(await shownCommand(page)).toHaveProperty('data')
  await look(walk, page, 'key shown once')
  await hands.press(page.getByRole('button', { name: 'I have copied it' }))

  const rows = page.getByRole('row', { name: /Shop, production/ })
  await look(walk, page, 'keys')
  await hands.press(rows.getByRole('button', { name: 'Rotate' }))
  const rotating = page.getByRole('dialog', { name: /^Rotate/ })
  await hands.choose(rotating.getByLabel('The old key goes on for'), 'Not at all')
  await look(walk, page, 'rotate')
  await hands.press(rotating.getByRole('button', { name: 'Rotate' }))
  expect(await shownCommand(page)).toHaveProperty('data')
  await hands.press(page.getByRole('button', { name: 'I have copied it' }))

  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1)
  await hands.press(rows.filter({ hasNotText: 'Revoked' }).getByRole('button', { name: 'Revoke' }))
  const revoking = page.getByRole('dialog', { name: /^Revoke/ })
  await look(walk, page, 'revoke')
  await hands.press(revoking.getByRole('button', { name: 'Revoke' }))
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(2)
}

interface Domain {
  records: (PublishedRecord & { required: boolean })[]
}

export async function verifiesADomain(walk: Walk, page: Page) {
  const { server, hands } = walk
  await hands.go(page, 'Domains')
  await expect(page.getByRole('table', { name: 'Domains' })).toBeVisible()
  await look(walk, page, 'domains')
  await hands.press(page.getByRole('button', { name: 'Add domain' }))
  const adding = page.getByRole('dialog', { name: 'Add domain' })
  await hands.write(adding.getByLabel('Domain', { exact: true }), 'news.example.com')
  await look(walk, page, 'add domain')
  await hands.press(adding.getByRole('button', { name: 'Add domain' }))
  await expect(page.getByText('0 of 3 needed records are in place')).toBeVisible()
  await look(walk, page, 'domain')

  const { data } = await server.api<{ data: Domain[] }>('GET', '/v1/domains')
  server.dns.publish(data.flatMap((domain) => domain.records).filter((record) => record.required))
  await hands.press(page.getByRole('button', { name: 'Check now' }))
  await expect(page.getByText('Mail can be sent from this domain.')).toBeVisible()
}

export async function readsACapturedMail(walk: Walk, page: Page) {
  const { server, hands } = walk
  await hands.command(page, 'Captured mail')
  await title(page, 'Captured mail')
  await sendTwo(server)
  const row = page.getByRole('row', { name: /grace@example\.org/ })
  await expect(row).toBeVisible()
  await look(walk, page, 'captured mail')
  await hands.press(row.getByRole('button'))
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'We roast again' })).toBeVisible()
  await look(walk, page, 'mail')
}

export async function readsTheAuditLog(walk: Walk, page: Page) {
  await walk.hands.go(page, 'Settings', 'Audit log')
  const log = page.getByRole('table', { name: 'Audit log' })
  for (const act of ['domains verify', 'domains create', 'keys revoke', 'keys rotate', 'keys create', 'invitations create', 'brand update']) {
    await expect(log.getByRole('row', { name: new RegExp(act) }).first(), act).toContainText(ADA.email)
  }
  await expect(log.getByRole('row', { name: /invitations accept/ })).toContainText(GRACE.email)
  await look(walk, page, 'audit log')
}
