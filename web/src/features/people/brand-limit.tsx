import { useWatch } from 'react-hook-form'
import { useOrganization } from '@/shell/here'
import { BoxesField, ChoiceField } from '@/ui/choices'
import { words } from './words'

/** Which brands somebody sees: part of the forms that invite and that change people. */
export interface BrandLimitValues {
  sees: string
  brandIds: string[]
}

export function limitOf(brandIds: string[] | null | undefined): BrandLimitValues {
  return { sees: brandIds ? 'some' : 'all', brandIds: brandIds ?? [] }
}

/** `null` for all of them. */
export function brandIdsOf({ sees, brandIds }: BrandLimitValues): string[] | null {
  return sees === 'some' ? brandIds : null
}

export function BrandLimit() {
  const brands = useOrganization()?.brands ?? []
  const sees = useWatch({ name: 'sees' }) as string
  return (
    <>
      <ChoiceField
        name="sees"
        label={words.brands}
        options={[
          { value: 'all', name: words.allBrands },
          { value: 'some', name: words.someBrands },
        ]}
      />
      {sees === 'some' && (
        <BoxesField name="brandIds" label={words.which} options={brands.map((one) => ({ value: one.brandId, name: one.name }))} />
      )}
    </>
  )
}
