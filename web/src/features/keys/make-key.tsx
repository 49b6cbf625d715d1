import { useWatch } from 'react-hook-form'
import { useMakeKey, type NewApiKey } from '@/api/keys'
import { useBrand, useOrganization } from '@/shell/here'
import { BoxesField, ChoiceField, SelectField } from '@/ui/choices'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { SCOPES, words } from './words'

export function MakeKey({ close, done }: { close: () => void; done: (key: NewApiKey) => void }) {
  const { mutateAsync } = useMakeKey()
  const limited = useOrganization()?.limited ?? false
  const brand = useBrand()
  const form = useServerForm({
    defaults: { name: '', reach: limited ? 'brand' : 'organization', brandId: brand?.brandId ?? '', rights: 'all', scopes: [] as string[] },
    save: (values, key) =>
      mutateAsync({
        key,
        name: values.name.trim(),
        scopes: values.rights === 'all' ? ['all'] : values.scopes,
        ...(values.reach === 'brand' ? { brandId: values.brandId } : {}),
      }),
    done,
  })
  return (
    <Dialog open onClose={close} title={words.make} wide>
      <Form form={form}>
        <Field name="name" label={words.name} hint={words.nameHint} autoComplete="off" focused />
        <ChoiceField
          name="reach"
          label={words.reach}
          options={[
            ...(limited ? [] : [{ value: 'organization', name: words.organization, note: words.organizationNote }]),
            { value: 'brand', name: words.oneBrand },
          ]}
        />
        <BrandChoice />
        <ChoiceField
          name="rights"
          label={words.rights}
          options={[
            { value: 'all', name: words.everything, note: words.everythingNote },
            { value: 'some', name: words.some },
          ]}
        />
        <ScopeChoice />
        <FormActs form={form} verb={words.make} cancel={close} />
      </Form>
    </Dialog>
  )
}

function BrandChoice() {
  const brands = useOrganization()?.brands ?? []
  if (useWatch({ name: 'reach' }) !== 'brand') return null
  return <SelectField name="brandId" label={words.brand} options={brands.map((one) => ({ value: one.brandId, name: one.name }))} />
}

function ScopeChoice() {
  if (useWatch({ name: 'rights' }) !== 'some') return null
  return <BoxesField name="scopes" label={words.scopes} options={SCOPES} />
}
