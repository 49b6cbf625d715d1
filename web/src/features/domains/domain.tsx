import { useNavigate, useParams } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useChangeDomain, useCheckDomain, useDeleteDomain, useDomain, type Domain } from '@/api/domains'
import { age } from '@/format'
import { useBrand, useRole } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Switch } from '@/ui/choices'
import { Confirm } from '@/ui/confirm'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { FormSkeleton } from '@/ui/skeleton'
import { told, toldProblem } from '@/ui/toast'
import { progress } from './model'
import { Records } from './records'
import { SenderForm } from './sender-form'
import { STATUSES, words } from './words'

export function DomainScreen() {
  const { domainId = '' } = useParams({ strict: false }) as { domainId?: string }
  const brandId = useBrand()?.brandId
  const domain = useDomain(brandId, domainId)
  const check = useCheckDomain(brandId, domainId)
  const { editor } = useRole()
  const checkNow = () => check.mutate(undefined, { onSuccess: () => told(words.checked), onError: toldProblem })
  const known = domain.data
  return (
    <Screen
      title={known?.name ?? words.title}
      above={{ to: '/domains', name: words.title }}
      mark={known && <Badge kind={STATUSES[known.status].kind}>{STATUSES[known.status].name}</Badge>}
      act={
        <>
          <span className="text-small text-ink-3 max-desk:hidden">
            {known && (known.lastCheckedAt ? `Checked ${age(known.lastCheckedAt)}` : words.never)}
          </span>
          <Button icon={RefreshCw} busy={check.isPending} needs={editor} onClick={checkNow} main>
            {words.check}
          </Button>
        </>
      }
    >
      <Loaded of={domain} skeleton={<Card><FormSkeleton fields={4} /></Card>}>
        {(domain) => <Details domain={domain} />}
      </Loaded>
    </Screen>
  )
}

function Details({ domain }: { domain: Domain }) {
  const brandId = useBrand()?.brandId
  const change = useChangeDomain(brandId, domain.domainId)
  const remove = useDeleteDomain(brandId)
  const navigate = useNavigate()
  const { editor } = useRole()
  const { done, needed } = progress(domain)
  const set = (body: { openTracking?: boolean; clickTracking?: boolean }) =>
    change.mutate(body, { onSuccess: () => told(words.saved), onError: toldProblem })
  return (
    <>
      <Notice kind={domain.sendable ? 'info' : 'warn'}>
        {domain.sendable ? words.sendable : words.notSendable(done, needed)}
      </Notice>
      {domain.records.length > 0 && <Records domain={domain} />}
      <div className="grid gap-[14px] wide:grid-cols-2">
        <Card title={words.defaults} note={words.defaultsNote}>
          <SenderForm key={domain.domainId} domain={domain} />
        </Card>
        <Card title={words.tracking}>
          <Switch label={words.opens} hint={words.opensHint} on={domain.openTracking} disabled={!editor.allowed} change={(on) => set({ openTracking: on })} />
          <Switch label={words.clicks} hint={words.clicksHint} on={domain.clickTracking} disabled={!editor.allowed} change={(on) => set({ clickTracking: on })} />
          <div className="mt-[12px] border-t border-line pt-[14px]">
            <Confirm
              button={{ kind: 'danger', needs: editor, children: words.remove }}
              title={`Remove ${domain.name}?`}
              about={words.removeAbout(domain.name)}
              verb={words.remove}
              act={async () => {
                await remove.mutateAsync(domain.domainId)
                await navigate({ to: '/domains' })
              }}
            />
          </div>
        </Card>
      </div>
    </>
  )
}
