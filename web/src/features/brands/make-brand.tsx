import { useMakeBrand } from '@/api/brands'
import { SelectField } from '@/ui/choices'
import { Dialog } from '@/ui/dialog'
import { Field, TextArea } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { words } from './words'
import { ownZone, zones } from './zones'

export function MakeBrand({ close }: { close: () => void }) {
  const { mutateAsync } = useMakeBrand()
  const form = useServerForm({
    defaults: { name: '', timeZone: ownZone(), address: '' },
    save: ({ name, timeZone, address }, key) => mutateAsync({ name: name.trim(), timeZone, address: address || null, key }),
    done: close,
  })
  return (
    <Dialog open onClose={close} title={words.make}>
      <Form form={form}>
        <Field name="name" label={words.name} hint={words.nameHint} autoComplete="off" focused />
        <TextArea name="address" label={words.address} hint={words.addressHint} />
        <SelectField name="timeZone" label={words.zone} hint={words.zoneHint} options={zones(ownZone())} />
        <FormActs form={form} verb={words.make} cancel={close} />
      </Form>
    </Dialog>
  )
}
