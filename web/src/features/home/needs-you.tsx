import { Globe, MapPin, Pause, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBrandDetails } from '@/api/brands'
import { useDomains } from '@/api/domains'
import { useDeadLetters } from '@/api/events'
import { useCampaigns, useSteer } from '@/api/sends'
import { useBrand, useRole } from '@/shell/here'
import { Badge } from '@/ui/badge'
import { Button, type Icon } from '@/ui/button'
import { Card } from '@/ui/card'
import { cx } from '@/ui/cx'
import { Skeleton } from '@/ui/skeleton'
import { toldProblem } from '@/ui/toast'
import { DeadLetters } from './dead-letters'
import { words } from './words'

interface Need {
  id: string
  icon: Icon
  look: 'bad' | 'go'
  title: string
  about: string
  act: ReactNode
}

/** What does not go on without somebody. */
export function NeedsYou() {
  const { needs, known } = useNeeds()
  return (
    <Card title={words.needs.title} note={needs.length > 0 && <Badge kind="bad">{needs.length}</Badge>}>
      {!known && <Skeleton className="h-[60px]" />}
      {known && needs.length === 0 && <p className="text-ink-3">{words.needs.nothing}</p>}
      <ul className="grid">
        {needs.map(({ id, icon: Icon, look, title, about, act }) => (
          <li key={id} className="grid grid-cols-[26px_1fr_auto] items-start gap-[10px] border-t border-line py-[10px] first:border-0 first:pt-[2px]">
            <span
              className={cx(
                'grid size-[26px] place-items-center rounded-control',
                look === 'bad' ? 'bg-bad-tint text-bad-text' : 'bg-go-tint text-go-text',
              )}
            >
              <Icon size={15} aria-hidden />
            </span>
            <div className="min-w-0">
              <h3 className="text-body font-[550] [overflow-wrap:anywhere]">{title}</h3>
              <p className="text-small text-ink-3">{about}</p>
            </div>
            {act}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useNeeds(): { needs: Need[]; known: boolean } {
  const brandId = useBrand()?.brandId
  const { editor } = useRole()
  const brand = useBrandDetails(brandId)
  const domains = useDomains(brandId)
  const paused = useCampaigns(brandId, { status: 'paused', limit: 5 })
  const dead = useDeadLetters(brandId)
  const steer = useSteer(brandId)
  const said = words.needs

  const ofDomains = (domains.data ?? [])
    .filter((domain) => !domain.sendable)
    .map((domain): Need => ({
      id: domain.domainId,
      icon: Globe,
      look: 'bad',
      title: domain.verifiedAt ? said.lost(domain.name) : said.domain(domain.name),
      about: domain.records.find((record) => record.required && record.message)?.message ?? said.domainAbout,
      act: (
        <Button small to={`/domains/${domain.domainId}`}>
          {said.showRecords}
        </Button>
      ),
    }))
  const ofSends = (paused.data ?? []).map((send): Need => ({
    id: send.sendId,
    icon: Pause,
    look: 'go',
    title: said.paused(send.subject),
    about: said.pausedAbout[send.pauseReason ?? ''] ?? '',
    act: (
      <Button
        small
        kind="go"
        needs={editor}
        busy={steer.isPending}
        onClick={() => steer.mutate({ sendId: send.sendId, act: 'resume' }, { onError: toldProblem })}
      >
        {words.way.resume}
      </Button>
    ),
  }))
  const address: Need = {
    id: 'address',
    icon: MapPin,
    look: 'bad',
    title: said.address,
    about: said.addressAbout,
    act: (
      <Button small to="/welcome" needs={editor}>
        {said.addAddress}
      </Button>
    ),
  }
  const letters = dead.data?.data ?? []
  const ofFires: Need[] = letters.length
    ? [
        {
          id: 'fires',
          icon: Zap,
          look: 'go',
          title: said.fires(letters.length, dead.data?.pagination.hasMore ?? false),
          about: said.firesOf([...new Set(letters.flatMap((letter) => letter.triggerEventId ?? []))]),
          act: <DeadLetters letters={letters} />,
        },
      ]
    : []
  const lacksAddress = brand.data && !brand.data.identity.address
  return {
    needs: [...(lacksAddress ? [address] : []), ...ofDomains, ...ofSends, ...ofFires],
    known: Boolean(brand.data && domains.data && paused.data && dead.data),
  }
}
