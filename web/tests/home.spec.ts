import { expectAccessible } from './support/axe'
import { expect, OWNER, signIn, test } from './support/test'

test('home shows what a campaign did, and its numbers add up', async ({ page: owner, fresh: owned }) => {
  await signIn(owner, owned, OWNER)
  await expect(owner.getByText('No mail has gone out in these days.')).toBeVisible()
  await expect(owner.getByRole('region', { name: 'First steps' })).toContainText('0 of 5 done')
  await expect(owner.getByRole('region', { name: 'Needs you' })).toContainText('Nothing. Everything runs as it should.')
  await expectAccessible(owner, 'home, empty')

  const contacts = Array.from({ length: 40 }, (_, at) => ({ email: `reader${at}@example.org`, subscribed: at >= 3 }))
  await owned.api('POST', '/v1/contacts', { contacts })
  const design = await owned.api<{ emailId: string }>('POST', '/v1/emails/import', {
    format: 'html',
    subject: 'Autumn is open',
    content: '<h1>Hello</h1><p><a href="https://example.com">Read on</a></p>',
  })
  await owned.api('POST', '/v1/sends', { emailId: design.emailId, audienceId: 'all' })

  // The page follows by itself.
  const recent = owner.getByRole('table', { name: 'Recent' })
  await expect(recent).toContainText('Autumn is open', { timeout: 40_000 })
  await expect(recent).toContainText('Completed', { timeout: 40_000 })
  await expect(recent.getByRole('img')).toHaveAccessibleName('Delivered 37, Left out 3')
  await owner.reload()
  await expect(owner.getByLabel('Figures')).toContainText('37')
  await expect(owner.getByRole('region', { name: 'First steps' })).toContainText('3 of 5 done')
  const days = owner.getByRole('table', { name: 'Delivered, opened and clicked by day' })
  await expect(days.getByRole('row').last()).toContainText('37')
  await expectAccessible(owner, 'home')

  await owner.getByRole('button', { name: /–/ }).click()
  await owner.getByRole('menuitem', { name: 'Last 7 days' }).click()
  await expect(owner).toHaveURL(/days=7/)
  await expect(days.getByRole('row')).toHaveCount(8)
})

test('what needs somebody is said, and leads to where it is mended', async ({ owner, owned }) => {
  const domain = await owned.api<{ domainId: string }>('POST', '/v1/domains', { name: 'offers.example.com' })
  await owner.reload()
  const needs = owner.getByRole('region', { name: 'Needs you' })
  await expect(needs).toContainText('offers.example.com cannot send')
  // Other tests have domains of their own in the same brand.
  const offers = needs.getByRole('listitem').filter({ hasText: 'offers.example.com' })
  await offers.getByRole('link', { name: 'Show records' }).click()
  await expect(owner).toHaveURL(new RegExp(domain.domainId))
  await owned.api('DELETE', `/v1/domains/${domain.domainId}`)
})

test('a fire that started nothing needs somebody, and says why', async ({ page, fresh }) => {
  await fresh.api('POST', '/v1/automations/triggers', {
    title: 'Signed up',
    triggerEventId: 'signed-up',
    payloadSchema: { fields: [{ key: 'email', type: 'string', required: true }] },
  })
  const { emailId, emailVersionId } = await fresh.api<{ emailId: string; emailVersionId: string }>('POST', '/v1/emails/import', {
    format: 'html',
    type: 'automation',
    title: 'Welcome',
    subject: 'Welcome',
    previewText: 'Hello',
    content: '<p>Hello</p>',
  })
  const { data: domains } = await fresh.api<{ data: { domainId: string }[] }>('GET', '/v1/domains')
  const automation = await fresh.api<{ automationId: string }>('POST', '/v1/automations', {
    name: 'Welcome',
    nodes: [
      { id: 'start', type: 'trigger', config: { mode: 'event', triggerEventId: 'signed-up' } },
      {
        id: 'mail',
        type: 'sendEmail',
        config: { emailId, emailVersionId, domainId: domains[0]?.domainId, subject: 'Welcome', previewText: 'Hello' },
      },
    ],
    connections: [{ from: 'start', to: 'mail' }],
  })
  await fresh.api('PATCH', `/v1/automations/${automation.automationId}`, { published: true })
  await fresh.api('POST', '/v1/contacts', { email: 'ada@example.org', subscribed: false })
  await fresh.api('POST', '/v1/automations/triggers/signed-up/fire', { payload: { email: 'ada@example.org' } })

  await signIn(page, fresh, OWNER)
  const needs = page.getByRole('region', { name: 'Needs you' })
  await expect(needs).toContainText('1 fire started nothing this week')
  await needs.getByRole('button', { name: 'Show why' }).click()
  const panel = page.getByRole('dialog', { name: 'Fires that started nothing' })
  await expect(panel.getByRole('listitem')).toContainText('signed-up')
  await expect(panel.getByRole('listitem')).toContainText('has unsubscribed')
  await expectAccessible(page, 'dead letters')
})
