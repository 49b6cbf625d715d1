import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Box, OpenedMail } from '@/api/captured-mails'
import { CodeBlock } from '@/ui/code'
import { OutsideLink } from '@/ui/link'
import { Tabs } from '@/ui/tabs'
import { partsOf, readable, waysOut, type Part } from './model'
import { MailSource } from './source'
import { words } from './words'

/** The mail in its parts; which one is open stands in the address. */
export function Parts({ mail, box }: { mail: OpenedMail; box: Box }) {
  const navigate = useNavigate()
  const { part } = useSearch({ strict: false }) as { part?: string }
  const parts = partsOf(mail, box !== 'notices')
  const links = waysOut(mail.links)
  const inside: Record<Part, () => React.ReactNode> = {
    html: () => <Letter mail={mail} />,
    text: () => (mail.text ? <CodeBlock text={mail.text} label={words.part.text} /> : <p className="text-ink-3">{words.noText}</p>),
    headers: () => <Headers mail={mail} />,
    links: () => <Links links={links} />,
    source: () => <MailSource mailId={mail.mailId} />,
  }
  return (
    <Tabs
      label={words.parts}
      open={parts.find((one) => one === part) ?? parts[0] ?? 'text'}
      onOpen={(id) => void navigate({ to: '.', search: (search: Record<string, string>) => ({ ...search, part: id }), replace: true })}
      tabs={parts.map((id) => ({
        id,
        name: words.part[id],
        ...(id === 'links' && links.length > 0 ? { count: links.length } : {}),
        inside: inside[id](),
      }))}
    />
  )
}

/**
 * Nothing in the mail runs, and nothing in it reaches this page. Its pictures are loaded and its links open in a tab of their own,
 * so that opens and clicks are counted as a reader's are. Mails are written for white paper.
 */
function Letter({ mail }: { mail: OpenedMail }) {
  return (
    <iframe
      title={words.frame(mail.subject || words.noSubject)}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={readable(mail.html)}
      className="block h-[max(420px,calc(100dvh-300px))] w-full rounded-card border border-line bg-[#fff] scheme-light"
    />
  )
}

function Headers({ mail }: { mail: OpenedMail }) {
  return (
    <dl className="grid overflow-hidden rounded-card border border-line">
      {mail.headers.map(({ name, value }, at) => (
        <div key={at} className="grid gap-x-[16px] gap-y-[1px] border-t border-line px-[14px] py-[7px] first:border-0 desk:grid-cols-[200px_minmax(0,1fr)]">
          <dt className="text-ink-3">{name}</dt>
          <dd className="mono min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Links({ links }: { links: string[] }) {
  if (links.length === 0) return <p className="text-ink-3">{words.noLinks}</p>
  return (
    <div className="grid gap-[10px]">
      <p className="text-ink-2">{words.linksAbout}</p>
      <ul className="grid overflow-hidden rounded-card border border-line">
        {links.map((link) => (
          <li key={link} className="mono border-t border-line px-[14px] py-[8px] [overflow-wrap:anywhere] first:border-0">
            <OutsideLink href={link}>{link}</OutsideLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
