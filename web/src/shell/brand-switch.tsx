import { ChevronsUpDown, Plus } from 'lucide-react'
import { useDomains } from '@/api/domains'
import { Initials } from '@/ui/initials'
import { Menu } from '@/ui/menu'
import { toldProblem } from '@/ui/toast'
import { useBrand, useChooseBrand, useOrganization, useSignedIn } from './here'

/** Which brand the screens are about; brands of other organizations too, named with it. */
export function BrandSwitch() {
  const brand = useBrand()
  const organization = useOrganization()
  const { organizations } = useSignedIn()
  const choose = useChooseBrand()
  const domains = useDomains(brand?.brandId)
  // The domain of captured mail has no records, and a name that nobody chose.
  const sending = domains.data?.find((domain) => domain.sendable && domain.records.length > 0)
  const trigger = (
    <button
      type="button"
      className="mb-[8px] flex w-full items-center gap-[9px] rounded-[8px] border border-line bg-raised px-[8px] py-[6px] text-start hover:border-edge"
    >
      <Initials name={brand?.name ?? '?'} square />
      <span className="min-w-0 leading-[1.25]">
        <span className="block truncate font-semibold">
          <span className="sr-only">Brand: </span>
          {brand?.name ?? 'No brand'}
        </span>
        <span className="block truncate text-tiny text-ink-3">{sending?.name ?? organization?.name}</span>
      </span>
      <ChevronsUpDown size={14} aria-hidden className="ms-auto shrink-0 text-ink-3" />
    </button>
  )
  const several = organizations.length > 1
  const groups = organizations.map((one) =>
    one.brands.map((each) => ({
      name: each.name,
      ...(several ? { note: one.name } : {}),
      chosen: each.brandId === brand?.brandId,
      act: () => void choose(one.organizationId, each.brandId).catch(toldProblem),
    })),
  )
  return <Menu trigger={trigger} groups={[...groups, [{ name: 'Brands of the organization', icon: Plus, to: '/settings/brands' }]]} />
}
