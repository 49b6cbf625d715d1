import type { CapturedMail, OpenedMail } from '@/api/captured-mails'

export type Part = 'html' | 'text' | 'headers' | 'links' | 'source'

/** The parts that a mail can be looked at in. Notices are not to be taken along: they have no source. */
export function partsOf(mail: OpenedMail, hasSource: boolean): Part[] {
  return [...(mail.html ? (['html'] as const) : []), 'text', 'headers', 'links', ...(hasSource ? (['source'] as const) : [])]
}

/** What leads somewhere: a design may have links that nobody has filled in yet. */
export const waysOut = (links: string[]): string[] => links.filter((link) => /^(https?|mailto|tel):/i.test(link))

/** Links open beside the page: whatever the mail says elsewhere, the last word is the first one that the browser finds. */
export const readable = (html: string): string => `${html}<base target="_blank">`

/** The mails beside one in the list, as far as it is loaded. */
export function neighbours(mails: CapturedMail[], mailId: string): { newer?: string; older?: string } {
  const at = mails.findIndex((mail) => mail.mailId === mailId)
  if (at === -1) return {}
  const [newer, older] = [mails[at - 1]?.mailId, mails[at + 1]?.mailId]
  return { ...(newer ? { newer } : {}), ...(older ? { older } : {}) }
}

/** `Ada <ada@example.com>` in two; an address alone is its own name. */
export function senderOf(from: string): { name: string; address: string } {
  const found = /^(.*?)\s*<([^<>]+)>$/.exec(from)
  const address = found?.[2] ?? from
  return { name: found?.[1] || address, address }
}
