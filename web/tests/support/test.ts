import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { PostriderServer } from './server'

export const OWNER = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'correct horse battery staple' }

interface WorkerParts {
  /** One server for the tests of a worker: each test signs in anew. */
  server: PostriderServer
  /** Its owner has claimed it. */
  owned: PostriderServer
}

interface TestParts {
  /** A server of the test's own, as its first start left it. */
  unclaimed: PostriderServer
  /** A server of the test's own that its owner has claimed, for tests that count what is there. */
  fresh: PostriderServer
  /** A page of the owner, signed in, at Home. */
  owner: Page
  /** Opens the page of somebody else: a browser of their own. */
  another: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<TestParts, WorkerParts>({
  server: [
    async ({}, use) => {
      const server = await PostriderServer.start()
      await use(server)
      await server.end()
    },
    { scope: 'worker' },
  ],
  owned: [
    async ({ server }, use) => {
      await claim(server)
      await use(server)
    },
    { scope: 'worker' },
  ],
  unclaimed: async ({}, use) => {
    const server = await PostriderServer.start()
    await use(server)
    await server.end()
  },
  fresh: async ({ unclaimed }, use) => {
    await claim(unclaimed)
    await use(unclaimed)
  },
  owner: async ({ page, owned }, use) => {
    await signIn(page, owned, OWNER)
    await use(page)
  },
  page: async ({ page }, use) => {
    const faults = await watched(page)
    await use(page)
    expect(faults, 'errors in the console').toEqual([])
  },
  another: async ({ browser }, use) => {
    const pages: { page: Page; faults: string[] }[] = []
    await use(async (options) => {
      const page = await (await browser.newContext(options)).newPage()
      pages.push({ page, faults: await watched(page) })
      return page
    })
    for (const { page, faults } of pages) {
      expect(faults, 'errors in the console of somebody else').toEqual([])
      await page.context().close()
    }
  },
})

// The browser notes every refused call, also those that a test expects; and that a shown mail may not run the script below.
const OF_THE_TEST = /^Failed to load resource|^Blocked script execution in 'about:srcdoc'/

/** What fails silently behind a page that looks fine: errors, and what the page's policy forbids. */
async function watched(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_TEST.test(message.text())) faults.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`The policy forbids ${event.violatedDirective}: ${event.blockedURI}`)
    })
  })
  return faults
}

export { expect, type Page }

/** What the first minutes leave behind: an owner, and a brand that can send. */
async function claim(server: PostriderServer) {
  const token = new URL(server.claimLink).hash.slice(1)
  const answer = await fetch(`${server.url}/app/api/claim`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify({ token, ...OWNER }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await server.api('PATCH', '/v1/brand', { name: 'Example Coffee', identity: { address: '1 Main Street, Springfield' } })
}

export async function signIn(page: Page, server: PostriderServer, person: { email: string; password: string }) {
  await page.goto(`${server.url}/app/`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}
