import { Check, Circle, X } from 'lucide-react'
import { useState } from 'react'
import { useAny } from '@/api/beginnings'
import { useDomains } from '@/api/domains'
import { useInvitations } from '@/api/invitations'
import { useMembers } from '@/api/people'
import { useBrand, useRole } from '@/shell/here'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { ScreenLink } from '@/ui/link'
import { words } from './words'

interface Step {
  name: string
  done: boolean | undefined
  /** The screen where it is done, or the page of the reference. */
  to?: string
  search?: Record<string, string>
  docs?: string
}

/** The first steps, until they are done or hidden. */
export function Checklist() {
  const brandId = useBrand()?.brandId
  const hiding = `postrider.steps.${brandId}`
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiding) === 'hidden')
  const steps = useSteps(brandId)
  const done = steps.filter((step) => step.done).length
  const known = steps.every((step) => step.done !== undefined)
  if (hidden || !known || done === steps.length) return null
  const hide = () => {
    localStorage.setItem(hiding, 'hidden')
    setHidden(true)
  }
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-center gap-x-[16px] gap-y-[6px] rounded-[9px] border border-dashed border-edge px-[14px] py-[7px] text-small"
    >
      <ul className="contents">
        {steps.map((step) => (
          <li key={step.name} className="contents">
            <StepLink step={step} />
          </li>
        ))}
      </ul>
      <span className="ms-auto flex items-center gap-[8px] font-[550] text-ink-3">
        {words.steps.done(done, steps.length)}
        <Button kind="ghost" small icon={X} label={words.steps.hide} onClick={hide} />
      </span>
    </section>
  )
}

function useSteps(brandId: string | undefined): Step[] {
  const { admin } = useRole()
  const contacts = useAny(brandId, 'contacts').data
  const design = useAny(brandId, 'emails').data
  const campaign = useAny(brandId, 'sends').data
  // A domain without records is the one that captured mail goes out from: nobody had to verify it.
  const domains = useDomains(brandId).data?.filter((one) => one.records.length > 0)
  const waiting = domains?.find((one) => !one.sendable)
  const members = useMembers(admin.allowed).data?.length
  const invited = useInvitations(admin.allowed).data?.length
  const others = members === undefined ? undefined : members > 1 || Boolean(invited)
  return [
    { name: words.steps.contacts, done: contacts, docs: 'contacts.importCsv' },
    { name: words.steps.design, done: design, docs: 'emails.import' },
    { name: words.steps.campaign, done: campaign, docs: 'sends.create' },
    {
      name: words.steps.domain,
      done: domains?.some((one) => one.sendable),
      // The records of the one that is there, or the question for its name.
      ...(waiting ? { to: `/domains/${waiting.domainId}` } : { to: '/domains', search: { new: 'domain' } }),
    },
    ...(admin.allowed ? [{ name: words.steps.invite, done: others, to: '/settings/people', search: { new: 'invitation' } }] : []),
  ]
}

function StepLink({ step }: { step: Step }) {
  const look = cx(
    'inline-flex items-center gap-[6px] font-[550]',
    step.done ? 'text-ink-3' : 'text-ink hover:underline',
  )
  const inside = (
    <>
      {step.done ? <Check size={14} strokeWidth={2.4} aria-hidden className="text-delivered" /> : <Circle size={13} strokeWidth={2.4} aria-hidden />}
      {step.name}
      {step.done && <span className="sr-only"> (done)</span>}
    </>
  )
  if (step.done) return <span className={look}>{inside}</span>
  if (step.to) {
    return (
      <ScreenLink to={step.to} className={look} {...(step.search ? { search: step.search } : {})}>
        {inside}
      </ScreenLink>
    )
  }
  return (
    <a href={`/docs#${step.docs}`} target="_blank" rel="noreferrer" className={look}>
      {inside}
    </a>
  )
}
