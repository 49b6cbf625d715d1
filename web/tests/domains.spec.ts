import { expectAccessible } from './support/axe'
import type { PublishedRecord } from './support/dns'
import { expect, test } from './support/test'

interface Domain {
  name: string
  domainId: string
  records: (PublishedRecord & { required: boolean })[]
}

test('a domain is added, shows its records in order of need, and is looked at again', async ({ owner, owned }) => {
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  await expect(owner.getByRole('table', { name: 'Domains' })).toBeVisible()
  await expectAccessible(owner, 'domains')
  await owner.keyboard.press('n')
  await owner.getByLabel('Domain', { exact: true }).fill('not a domain')
  await owner.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await expect(owner.getByLabel('Domain', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await owner.getByLabel('Domain', { exact: true }).fill('news.example.com')
  await owner.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()

  const records = owner.getByRole('region', { name: 'Records to publish' })
  await expect(records.getByRole('listitem')).toHaveCount(6)
  await expect(records.getByRole('heading', { level: 3 })).toHaveText(['DKIM', 'SPF', 'Return path', 'DKIM', 'DMARC', 'Tracking'])
  await expect(records.getByLabel('Name of record 1, DKIM', { exact: true })).toHaveValue(/_domainkey\.news\.example\.com$/)
  await expect(owner.getByText('0 of 3 needed records are in place')).toBeVisible()
  await expectAccessible(owner, 'domain')

  await owner.getByRole('button', { name: 'Check now' }).click()
  await expect(owner.getByText('Looked at DNS again')).toBeVisible()
  await expect(records.getByRole('listitem').first()).toContainText('DNS has no such record')

  const { data } = await owned.api<{ data: Domain[] }>('GET', '/v1/domains')
  const domain = data.find((one) => one.name === 'news.example.com')
  const id = domain?.domainId
  const needed = domain?.records.filter((record) => record.required) ?? []

  // One record with a mistake in it: what DNS says stands beside what it should say.
  const [first, ...others] = needed
  owned.dns.publish([...others, { ...first, value: 'v=DKIM1; k=rsa; p=bm90IG91ciBrZXk=' } as PublishedRecord])
  await owner.getByRole('button', { name: 'Check now' }).click()
  await expect(owner.getByText('2 of 3 needed records are in place')).toBeVisible()
  await expect(records.getByRole('alert')).toContainText('p=bm90IG91ciBrZXk=')
  await expectAccessible(owner, 'domain with a mistake')
  const stored = () => owned.api<{ openTracking: boolean; defaults: { from?: { email: string } } }>('GET', `/v1/domains/${id}`)

  await owner.getByRole('switch', { name: 'Opens' }).click()
  await expect(owner.getByText('Saved').first()).toBeVisible()
  expect((await stored()).openTracking).toBe(false)

  // A sender of another domain is refused at its field.
  await owner.getByLabel('Address', { exact: true }).fill('hello@other.example.org')
  await owner.getByRole('button', { name: 'Save sender' }).click()
  await expect(owner.getByLabel('Address', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await owner.getByLabel('Address', { exact: true }).fill('hello@news.example.com')
  await owner.getByRole('button', { name: 'Save sender' }).click()
  await expect.poll(async () => (await stored()).defaults.from?.email).toBe('hello@news.example.com')

  await owner.getByRole('button', { name: 'Remove domain' }).click()
  await expect(owner.getByRole('dialog', { name: /^Remove/ })).toBeVisible()
  await expectAccessible(owner, 'remove domain')
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await expect(owner.getByRole('table', { name: 'Domains' })).toBeVisible()
  await expect(owner.getByRole('row', { name: /news\.example\.com/ })).toHaveCount(0)
})

test('a domain whose records are published can send', async ({ owner, owned }) => {
  const domain = await owned.api<Domain>('POST', '/v1/domains', { name: 'letters.example.com' })
  owned.dns.publish(domain.records.filter((record) => record.required))
  await owner.goto(`${owned.url}/app/domains/${domain.domainId}`)
  await owner.getByRole('button', { name: 'Check now' }).click()
  await expect(owner.getByText('Mail can be sent from this domain.')).toBeVisible()
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains' }).click()
  const row = owner.getByRole('row', { name: /letters\.example\.com/ })
  await expect(row).toContainText('3 of 3')
  await row.getByRole('button').click()
  await expect(owner).toHaveURL(new RegExp(domain.domainId))
})
