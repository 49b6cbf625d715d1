import { Pause, Play } from 'lucide-react'
import { useCampaigns, useSend, useSteer, type Send } from '@/api/sends'
import { useBrand, useRole } from '@/shell/here'
import { count } from '@/format'
import { Button } from '@/ui/button'
import { OnTheWay } from '@/ui/marks'
import { Tally } from '@/ui/tally'
import { toldProblem } from '@/ui/toast'
import { paceOf, tallyOf } from './model'
import { words } from './words'

/** Every campaign that runs. Nothing is shown while none does: the edge of airmail means that mail moves. */
export function OnTheWayList() {
  const { data } = useCampaigns(useBrand()?.brandId, { status: 'running', limit: 3 })
  return data?.map((send) => <Running key={send.sendId} listed={send} />)
}

function Running({ listed }: { listed: Send }) {
  const { data, dataUpdatedAt: now } = useSend(useBrand()?.brandId, listed.sendId)
  const send = data ?? listed
  const steer = useSteer(useBrand()?.brandId)
  const { editor } = useRole()
  const { delivery } = send
  if (!delivery) return null
  const pace = send.startedAt ? paceOf(delivery, send.startedAt, now) : undefined
  const paused = send.status === 'paused'
  return (
    <OnTheWay label={`${words.way.title}: ${send.subject}`}>
      <div className="flex items-center gap-[8px] text-small">
        <span className="pulse" aria-hidden />
        <span className="text-[10.5px] font-[650] tracking-[.08em] text-go-text uppercase">{words.way.title}</span>
        <span className="ms-auto text-ink-3">{pace && words.way.pace(pace.perSecond, pace.left)}</span>
      </div>
      <div className="mt-[3px] mb-[8px] flex flex-wrap items-baseline gap-x-[10px] gap-y-[4px]">
        <h2 className="serif text-[23px]">{send.subject}</h2>
        <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{words.way.to(send.audienceName, send.from.email)}</span>
        <span className="self-center desk:ms-auto">
          <Button
            small
            kind={paused ? 'go' : 'plain'}
            icon={paused ? Play : Pause}
            needs={editor}
            busy={steer.isPending}
            onClick={() => steer.mutate({ sendId: send.sendId, act: paused ? 'resume' : 'pause' }, { onError: toldProblem })}
          >
            {paused ? words.way.resume : words.way.pause}
          </Button>
        </span>
      </div>
      <p className="mb-[8px] flex flex-wrap items-baseline gap-x-[10px]">
        <span className="serif text-[34px] leading-none">{count(delivery.delivered)}</span>
        <span className="text-ink-2">{words.way.delivered(delivery.planned, delivery.planned + delivery.excluded)}</span>
      </p>
      <Tally parts={tallyOf(delivery)} size="big" legend />
    </OnTheWay>
  )
}
