import { useChangeBrand, useDeleteBrand, type Brand } from '@/api/brands'
import { useRole } from '@/shell/here'
import { Button } from '@/ui/button'
import { SelectField } from '@/ui/choices'
import { Confirm } from '@/ui/confirm'
import { Panel } from '@/ui/dialog'
import { Field, TextArea } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { words } from './words'
import { zones } from './zones'

export function BrandPanel({ brand, last, close }: { brand: Brand; last: boolean; close: () => void }) {
  const { mutateAsync } = useChangeBrand(brand.brandId)
  const remove = useDeleteBrand()
  const { editor, admin } = useRole()
  const form = useServerForm({
    defaults: { name: brand.name, timeZone: brand.timeZone, identity: { address: brand.identity.address ?? '' } },
    save: ({ name, timeZone, identity }) => mutateAsync({ name, timeZone, identity: { address: identity.address || null } }),
    done: () => {
      told(words.saved)
      close()
    },
  })
  return (
    <Panel open onClose={close} title={brand.name}>
      <Form form={form}>
        <Field name="name" label={words.name} hint={words.nameHint} autoComplete="off" />
        <TextArea name="identity.address" label={words.address} hint={words.addressHint} />
        <SelectField name="timeZone" label={words.zone} hint={words.zoneHint} options={zones(brand.timeZone)} />
        <div className="flex justify-between gap-[8px]">
          <Confirm
            button={{ kind: 'danger', needs: last ? { allowed: false, who: words.onlyOne } : admin, children: words.remove }}
            title={words.removeTitle(brand.name)}
            about={words.removeAbout}
            verb={words.remove}
            act={async () => {
              await remove.mutateAsync(brand.brandId)
              close()
            }}
          />
          <Button kind="ink" type="submit" busy={form.busy} needs={editor}>
            {words.save}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
