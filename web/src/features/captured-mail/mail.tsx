import { useParams } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Paperclip } from 'lucide-react'
import { useCapturedMail, useCapturedMails, type OpenedMail } from '@/api/captured-mails'
import { bytes, day, exact, time } from '@/format'
import { useBrand, useZone } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Postmark } from '@/ui/marks'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { useBox } from './box'
import { neighbours, senderOf } from './model'
import { Parts } from './parts'
import { words } from './words'

/** One mail as its reader would see it, and what it is made of. */
export function MailScreen() {
  const { mailId = '' } = useParams({ strict: false }) as { mailId?: string }
  const { box, path, recipient } = useBox()
  const mail = useCapturedMail(box, mailId)
  const search: Record<string, string> = recipient ? { recipient } : {}
  const { newer, older } = neighbours(useCapturedMails(box, recipient).data ?? [], mailId)
  return (
    <Screen
      title={mail.data?.to ?? words.mail}
      above={{ to: path, name: words.title, search }}
      act={
        <>
          <Button small icon={ChevronUp} label={words.previous} pressedBy="k" disabled={!newer} to={`${path}/${newer}`} search={search} />
          <Button small icon={ChevronDown} label={words.next} pressedBy="j" disabled={!older} to={`${path}/${older}`} search={search} />
        </>
      }
    >
      <Loaded of={mail} skeleton={<MailSkeleton />}>
        {(mail) => (
          <>
            <Envelope mail={mail} />
            {mail.isCut && <Notice kind="warn">{words.cut}</Notice>}
            <Parts key={mail.mailId} mail={mail} box={box} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Who wrote to whom, under the postmark of when. */
function Envelope({ mail }: { mail: OpenedMail }) {
  const zone = useZone()
  const brand = useBrand()
  const sender = senderOf(mail.from)
  const named = sender.name !== sender.address
  return (
    <header className="flex items-start gap-[18px]">
      <div className="min-w-0 grow">
        <h2 className="serif text-figure leading-tight [overflow-wrap:anywhere]">{mail.subject || words.noSubject}</h2>
        <dl className="mt-[8px] grid gap-x-[22px] gap-y-[4px] text-ink-2 desk:flex desk:flex-wrap">
          <Line name={words.from}>
            {named && <span className="text-ink">{sender.name} </span>}
            <span className="mono">{sender.address}</span>
          </Line>
          <Line name={words.to}>
            <span className="mono text-ink">{mail.to}</span>
          </Line>
          <Line name={words.at}>
            {exact(mail.capturedAt, zone)} · {bytes(mail.bytes)}
          </Line>
          {mail.attachments.length > 0 && (
            <Line name={words.attachments}>
              <Paperclip size={13} aria-hidden className="me-[4px] inline" />
              {mail.attachments.map((file) => `${file.name ?? file.mediaType} (${bytes(file.bytes)})`).join(', ')}
            </Line>
          )}
        </dl>
      </div>
      <div className="-my-[8px] shrink-0 rotate-[-6deg] opacity-80 max-wide:hidden">
        <Postmark place={named ? sender.name : (brand?.name ?? 'Postrider')} date={day(mail.capturedAt, zone)} time={time(mail.capturedAt, zone)} />
      </div>
    </header>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 gap-[8px]">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function MailSkeleton() {
  return (
    <div className="grid gap-[14px]">
      <Skeleton className="h-[30px] w-[46%]" />
      <Skeleton className="h-[14px] w-[70%]" />
      <Card>
        <Skeleton className="h-[420px]" />
      </Card>
    </div>
  )
}
