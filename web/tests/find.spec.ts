import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

test('what the brand has is found by name as one types, and nothing is said to be missing before an answer came', async ({ page, fresh }) => {
  await fresh.api('POST', '/v1/contacts', { email: 'autumn@example.org', firstName: 'Ada' })
  const design = await fresh.api<{ emailId: string }>('POST', '/v1/emails/import', {
    format: 'html',
    title: 'Autumn letter',
    subject: 'Autumn is open',
    content: '<p>Hello</p>',
  })
  await fresh.api('POST', '/v1/automations', {
    name: 'Welcome in autumn',
    nodes: [{ id: 'start', type: 'trigger', config: { mode: 'manualAudience' } }],
    connections: [],
  })
  await signIn(page, fresh, OWNER)
  await page.keyboard.press('Control+k')
  const box = page.getByPlaceholder('Search or jump to')
  const menu = page.getByRole('dialog', { name: 'Find and do' })
  await box.fill('AUTUMN')
  for (const kind of ['Contacts', 'Designs', 'Automations']) await expect(menu.getByRole('group', { name: kind })).toBeVisible()
  await expect(menu.getByRole('status')).toHaveText('3 found')
  await expect(menu.getByRole('option', { name: /autumn@example\.org Ada/ }).locator('mark')).toHaveText(['autumn'])
  await expectAccessible(page, 'found')

  // The one that is meant is read by the API: no link leads nowhere.
  await menu.getByRole('option', { name: 'Autumn letter' }).click()
  const thing = page.getByRole('dialog', { name: 'Autumn letter' })
  await expect(thing.getByLabel('Id', { exact: true })).toHaveValue(design.emailId)
  await expect(thing.getByRole('figure', { name: 'Call' })).toContainText(`${fresh.url}/v1/emails/${design.emailId}`)
  await expectAccessible(page, 'found thing')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // An answer that is late is not taken for one that says no, and the question before it is given up.
  let late: (() => void) | undefined
  const asked: string[] = []
  await page.route('**/app/api/find**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
    await new Promise<void>((resolve) => (late = resolve))
    await route.continue().catch(() => undefined)
  })
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('q=zz&') || request.url().endsWith('q=zz'))
  await page.keyboard.press('Control+k')
  await box.pressSequentially('zz')
  await expect.poll(() => asked).toEqual(['zz'])
  await expect(menu.getByRole('status')).toContainText('Looking')
  const first = late
  await box.pressSequentially('z')
  await ended
  first?.()
  await expect.poll(() => asked).toEqual(['zz', 'zzz'])
  await expect(menu.getByRole('status')).toContainText('Looking')
  late?.()
  await expect(menu.getByRole('status')).toHaveText('Nothing has that name.')
  await expectAccessible(page, 'nothing found')
})
