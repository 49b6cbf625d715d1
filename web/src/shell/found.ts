import { Mail, Send, UserRound, Workflow } from 'lucide-react'
import type { FoundByName } from '@/api/find'
import type { Icon } from '@/ui/button'

/** Something of the brand that was found by its name. */
export interface Found {
  id: string
  name: string
  /** A word about it: a name beside an address, how far a campaign is. */
  note?: string
  kind: Kind
  /** Where the API reads it. */
  path: string
}

export interface Kind {
  /** Of several, as the heading over them. */
  plural: string
  one: string
  icon: Icon
}

const KINDS = {
  contact: { plural: 'Contacts', one: 'A contact', icon: UserRound },
  design: { plural: 'Designs', one: 'A design', icon: Mail },
  campaign: { plural: 'Campaigns', one: 'A campaign', icon: Send },
  automation: { plural: 'Automations', one: 'An automation', icon: Workflow },
}

/** What was found, of each kind in turn. */
export function foundIn({ contacts, designs, campaigns, automations }: FoundByName): Found[] {
  return [
    ...contacts.map(({ contactId, email, firstName, lastName }) => ({
      id: contactId,
      name: email,
      note: [firstName, lastName].filter(Boolean).join(' '),
      kind: KINDS.contact,
      path: `/v1/contacts/${encodeURIComponent(email)}`,
    })),
    ...designs.map(({ emailId, title }) => ({ id: emailId, name: title, kind: KINDS.design, path: `/v1/emails/${emailId}` })),
    ...campaigns.map(({ sendId, title, status }) => ({
      id: sendId,
      name: title,
      note: status.replace('_', ' '),
      kind: KINDS.campaign,
      path: `/v1/sends/${sendId}`,
    })),
    ...automations.map(({ automationId, name, published }) => ({
      id: automationId,
      name,
      note: published ? 'published' : 'not published',
      kind: KINDS.automation,
      path: `/v1/automations/${automationId}`,
    })),
  ]
}

/** The same in groups with their headings. */
export function byKind(found: Found[]): { kind: Kind; things: Found[] }[] {
  return Object.values(KINDS)
    .map((kind) => ({ kind, things: found.filter((thing) => thing.kind === kind) }))
    .filter(({ things }) => things.length > 0)
}

/** How far a search is. Only an answer can say that there is nothing. */
export function searchSaid(typed: string, answered: number | undefined, elsewhere: number): string {
  if (!typed) return 'Contacts, designs, campaigns and automations are found by their names too.'
  if (answered === undefined) return 'Looking in contacts, designs, campaigns and automations'
  if (answered + elsewhere === 0) return 'Nothing has that name.'
  if (answered === 0) return 'No contact, design, campaign or automation has that name.'
  return answered === 1 ? '1 found' : `${answered} found`
}
