import { CloudOff, KeyRound, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Problem } from '@/api/problem'
import { Button, type Icon } from './button'
import { WithCode } from './with-code'

interface StateProps {
  icon?: Icon
  title: string
  about?: ReactNode
  act?: ReactNode
  alert?: boolean
}

function State({ icon: Icon, title, about, act, alert }: StateProps) {
  return (
    <div role={alert ? 'alert' : undefined} className="mx-auto grid max-w-[420px] justify-items-center gap-[6px] px-[12px] py-[44px] text-center">
      {Icon && (
        <span className="mb-[6px] grid size-[40px] place-items-center rounded-card bg-sunken text-ink-2">
          <Icon size={19} aria-hidden />
        </span>
      )}
      <h2 className="serif text-title leading-tight">{title}</h2>
      {about && <div className="text-ink-2">{about}</div>}
      {act && <div className="mt-[10px]">{act}</div>}
    </div>
  )
}

/** Nothing is here because an answer said so: what belongs here, and one way to begin. */
export function Empty(props: Omit<StateProps, 'alert'>) {
  return <State {...props} />
}

/** What was asked for could not be shown: why, what helps, and the way to try again. */
export function Failed({ problem, again }: { problem: Problem; again: () => void }) {
  if (problem.code === 'INSUFFICIENT_ROLE') return <NoPermission suggestion={problem.suggestion} />
  if (problem.isOffline) {
    return <State icon={CloudOff} title={problem.message} about={problem.suggestion} act={<Button onClick={again}>Try again</Button>} alert />
  }
  return (
    <State
      icon={TriangleAlert}
      title={problem.message}
      about={
        <>
          {problem.suggestion && <WithCode text={problem.suggestion} />}
          {problem.requestId && <span className="mono mt-[6px] block text-ink-3">{problem.requestId}</span>}
        </>
      }
      // What is not there will not be there a moment later.
      act={problem.status !== 404 && <Button onClick={again}>Try again</Button>}
      alert
    />
  )
}

export function NoPermission({ suggestion }: { suggestion?: string | undefined }) {
  return (
    <State
      icon={KeyRound}
      title="This is not for your role"
      about={suggestion ?? 'Ask an owner or admin of the organization.'}
    />
  )
}
