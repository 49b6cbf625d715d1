import { useState } from 'react'
import { useFire, type FeedEvent } from '@/api/events'
import { useBrand, useZone } from '@/shell/here'
import { moment } from '@/format'
import { Button } from '@/ui/button'
import { CopyField } from '@/ui/copy-field'
import { Panel } from '@/ui/dialog'
import { Loaded } from '@/ui/loaded'
import { Skeleton } from '@/ui/skeleton'
import { words } from './words'

const said = words.needs
/** Each asks the server for its reason. */
const SHOWN = 10

/** A button that opens the fires which started nothing, each with its reason. */
export function DeadLetters({ letters }: { letters: FeedEvent[] }) {
  const [open, setOpen] = useState(false)
  const shown = letters.slice(0, SHOWN)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {said.why}
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title={said.firesTitle} about={said.firesAbout(shown.length, letters.length)}>
        <ol className="grid">
          {shown.map((letter) => (
            <li key={letter.eventId} className="grid gap-[6px] border-t border-line py-[12px] first:border-0 first:pt-0">
              <DeadLetter letter={letter} />
            </li>
          ))}
        </ol>
      </Panel>
    </>
  )
}

function DeadLetter({ letter }: { letter: FeedEvent }) {
  const fireId = letter.triggerInstanceId ?? ''
  const fire = useFire(useBrand()?.brandId, fireId)
  const zone = useZone()
  return (
    <>
      <div className="flex items-baseline gap-[10px]">
        <h3 className="mono min-w-0 truncate text-body">{letter.triggerEventId}</h3>
        <span className="ms-auto shrink-0 text-small text-ink-3">{moment(letter.occurredAt, zone)}</span>
      </div>
      <Loaded of={fire} skeleton={<Skeleton className="h-[18px] w-[80%]" />}>
        {({ notStarted }) => notStarted.map(({ automationId, message }) => <p key={automationId}>{message}</p>)}
      </Loaded>
      {letter.recipientEmail && <p className="text-small text-ink-3 [overflow-wrap:anywhere]">{said.firedFor(letter.recipientEmail)}</p>}
      <CopyField text={fireId} label={said.fireId} />
    </>
  )
}
