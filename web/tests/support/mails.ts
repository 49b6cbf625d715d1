import type { PostriderServer } from './server'

/** A campaign to two people, which capture mode keeps. */
export async function sendTwo(server: PostriderServer) {
  await server.api('POST', '/v1/contacts', { contacts: [{ email: 'ada@example.org' }, { email: 'grace@example.org' }] })
  const design = await server.api<{ emailId: string }>('POST', '/v1/emails/import', {
    format: 'html',
    subject: 'Autumn is open',
    content: '<h1>We roast again</h1><p><a href="https://example.com/autumn">See the roastery</a></p>',
  })
  await server.api('POST', '/v1/sends', { emailId: design.emailId, audienceId: 'all' })
}
