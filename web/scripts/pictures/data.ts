import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedRecord } from '../../tests/support/dns'
import type { PostriderServer } from '../../tests/support/server'

const READERS = 1200
const PROVIDERS = ['gmail.com', 'gmail.com', 'outlook.com', 'icloud.com', 'yahoo.com', 'example.org']
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface Campaign {
  subject: string
  daysAgo: number
  /** Every so manieth opens it, and every so manieth of those clicks. */
  opens: number
  clicks: number
}

const CAMPAIGNS: Campaign[] = [
  { subject: 'The winter menu, early', daysAgo: 27, opens: 3, clicks: 5 },
  { subject: 'Two new roasts from Huila', daysAgo: 20, opens: 2, clicks: 6 },
  { subject: 'Grinder recall notice', daysAgo: 13, opens: 2, clicks: 3 },
  { subject: 'Roastery open day', daysAgo: 8, opens: 3, clicks: 4 },
  { subject: 'Autumn is open, and so are we', daysAgo: 2, opens: 2, clicks: 5 },
]

/** Some weeks of a small roastery: real campaigns through captured mail, some of them opened and clicked. */
export async function fillBrand(server: PostriderServer) {
  await makeContacts(server)
  const sent: { sendId: string; daysAgo: number }[] = []
  for (const campaign of CAMPAIGNS) sent.push({ sendId: await send(server, campaign), daysAgo: campaign.daysAgo })
  await server.halt()
  for (const { sendId, daysAgo } of sent) moveBack(server, sendId, daysAgo)
  await server.begin()
}

async function makeContacts(server: PostriderServer) {
  const contacts = Array.from({ length: READERS }, (_, at) => ({
    email: `reader${at}@${PROVIDERS[at % PROVIDERS.length]}`,
    subscribed: at % 14 !== 0,
  }))
  for (let at = 0; at < READERS; at += 600) await server.api('POST', '/v1/contacts', { contacts: contacts.slice(at, at + 600) })
}

async function send(server: PostriderServer, campaign: Campaign): Promise<string> {
  const { emailId } = await server.api<{ emailId: string }>('POST', '/v1/emails/import', {
    format: 'html',
    subject: campaign.subject,
    content: `<h1>${campaign.subject}</h1><p>Come in.</p><p><a href="https://example.com/autumn">Read on</a></p>`,
  })
  const { sendId } = await server.api<{ sendId: string }>('POST', '/v1/sends', { emailId, audienceId: 'all' })
  for (;;) {
    const { status } = await server.api<{ status: string }>('GET', `/v1/sends/${sendId}`)
    if (status === 'completed' || status === 'partially_completed') break
    await new Promise((later) => setTimeout(later, 1000))
  }
  await readMails(server, campaign)
  server.command('inbox', 'clear')
  return sendId
}

/** Opens and clicks what was captured, as readers do. */
async function readMails(server: PostriderServer, { opens, clicks }: Campaign) {
  const folder = join(server.folder, 'captured')
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.eml'))
  for (const [at, file] of files.entries()) {
    if (at % opens !== 0) continue
    const mail = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const links = [...mail.matchAll(/(?:src|href)="(http[^"]+)"/g)].map(([, link]) => link ?? '').filter((link) => link.startsWith(server.url))
    const [click, open] = [links.find((link) => link.includes('/c/')), links.find((link) => link.includes('/o/'))]
    if (open) await visit(open)
    if (click && at % (opens * clicks) === 0) await visit(click)
  }
}

async function visit(link: string) {
  await fetch(link, { headers: { 'User-Agent': PERSON }, redirect: 'manual' })
}

/** The past of a machine that began today: what a campaign did, so many days earlier. */
function moveBack(server: PostriderServer, sendId: string, daysAgo: number) {
  const by = daysAgo * 24 * 3600 * 1000
  const sums = ['accepted', 'delivered', 'bounced', 'failed', 'in_doubt', 'opened', 'clicked', 'complained', 'unsubscribed', 'machine_opens', 'machine_clicks']
  const sql = `
    UPDATE hours SET hour = hour - ${by} WHERE send = (SELECT id FROM sends WHERE public_id = '${sendId}');
    UPDATE sends SET created_at = created_at - ${by}, started_at = started_at - ${by}, completed_at = completed_at - ${by} WHERE public_id = '${sendId}';
    DELETE FROM hours WHERE send = 0;
    INSERT INTO hours (org, brand, hour, send, provider, process, ${sums.join(', ')})
      SELECT org, brand, hour, 0, provider, process, ${sums.map((name) => `sum(${name})`).join(', ')} FROM hours GROUP BY org, brand, hour, provider, process;`
  execFileSync('sqlite3', [join(server.folder, 'postrider.db'), sql])
}

interface Domain {
  domainId: string
  records: (PublishedRecord & { record: string; required: boolean })[]
}

/** One domain that can send, and one with a mistake in a record. */
export async function makeDomains(server: PostriderServer) {
  const make = (name: string) => server.api<Domain>('POST', '/v1/domains', { name })
  // What is not all there is an error to a program; here it is the picture.
  const look = ({ domainId }: Domain) => server.api('POST', `/v1/domains/${domainId}/verify`).catch(() => undefined)
  const news = await make('news.example.com')
  server.dns.publish(news.records.filter(({ record }) => record !== 'TRACKING'))
  await look(news)
  const offers = await make('offers.example.com')
  const [first, ...others] = offers.records.filter(({ required }) => required)
  server.dns.publish([...others, { ...first, value: 'v=DKIM1; k=rsa; p=bm90IG91ciBrZXk=' } as PublishedRecord])
  await look(offers)
}
