import type { DnsRecord, DomainStatus, RecordStatus } from '@/api/domains'
import type { BadgeKind } from '@/ui/badge'

export const words = {
  title: 'Domains',
  add: 'Add domain',
  empty: {
    title: 'No domain yet',
    about: 'Mail goes out in the name of a domain that is yours. Add it, publish the records that follow, and receivers will know that the mail is from you.',
  },
  name: { label: 'Domain', hint: 'A part of your domain for mail alone, such as news.example.com, keeps its good name apart from the rest.' },
  // Its name is the server's: nobody reads anything in it.
  captured: 'Captured mail',
  capturedAbout: 'takes what is sent until a way out is set up; needs no records',
  check: 'Check now',
  checked: 'Looked at DNS again',
  never: 'Not looked at yet',
  records: 'Records to publish',
  recordsNote: 'at whoever keeps the DNS of your domain, in this order',
  found: 'DNS says',
  missing: 'Not there yet',
  sendable: 'Mail can be sent from this domain.',
  notSendable: (done: number, needed: number) => `${done} of ${needed} needed records are in place. Nothing is sent from this domain until all are.`,
  defaults: 'Sender',
  defaultsNote: 'used where a campaign names no other',
  tracking: 'Tracking',
  opens: 'Opens',
  opensHint: 'A picture of one point tells that a mail was opened.',
  clicks: 'Clicks',
  clicksHint: 'Links lead over this server, which counts and passes on.',
  remove: 'Remove domain',
  removeAbout: (name: string) => `Nothing can be sent from ${name} any more. Links in mails that were sent keep working while its records stand.`,
  saved: 'Saved',
}

export const PURPOSES: Record<DnsRecord['record'], { name: string; about: string }> = {
  DKIM: { name: 'DKIM', about: 'signs every mail, so that nobody can change or forge it' },
  SPF: { name: 'SPF', about: 'says which servers may send for the domain' },
  RETURN_PATH: { name: 'Return path', about: 'brings bounces home' },
  DMARC: { name: 'DMARC', about: 'says what receivers do with mail that is not from you' },
  TLSRPT: { name: 'TLS reports', about: 'tells us when mail to you could not be encrypted' },
  TRACKING: { name: 'Tracking', about: 'lets opens and clicks go over your own name' },
}

export const STATUSES: Record<DomainStatus | RecordStatus, { name: string; kind: BadgeKind }> = {
  verified: { name: 'Verified', kind: 'good' },
  partially_verified: { name: 'Partly verified', kind: 'info' },
  pending: { name: 'Pending', kind: 'plain' },
  failed: { name: 'Failed', kind: 'bad' },
  temporary_failure: { name: 'DNS did not answer', kind: 'info' },
}
