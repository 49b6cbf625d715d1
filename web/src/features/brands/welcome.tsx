import { useNavigate } from '@tanstack/react-router'
import { useBrandDetails, useChangeBrand, type Brand } from '@/api/brands'
import { useBrand } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { Button } from '@/ui/button'
import { SelectField } from '@/ui/choices'
import { Acts } from '@/ui/dialog'
import { Field, TextArea } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { Loaded } from '@/ui/loaded'
import { FormSkeleton } from '@/ui/skeleton'
import { words } from './words'
import { ownZone, zones } from './zones'

/** Right after the owner came: what the first mail will need. */
export function WelcomeScreen() {
  const brand = useBrandDetails(useBrand()?.brandId)
  return (
    <Screen title={words.welcome.title}>
      <div className="mx-auto grid w-full max-w-[460px] gap-[16px] py-[18px]">
        <p className="text-ink-2">{words.welcome.about}</p>
        <Loaded of={brand} skeleton={<FormSkeleton fields={3} />}>
          {(brand) => <FirstBrand brand={brand} />}
        </Loaded>
      </div>
    </Screen>
  )
}

function FirstBrand({ brand }: { brand: Brand }) {
  const { mutateAsync } = useChangeBrand(brand.brandId)
  const navigate = useNavigate()
  const home = () => void navigate({ to: '/' })
  const form = useServerForm({
    defaults: { name: brand.name, timeZone: ownZone(), identity: { address: brand.identity.address ?? '' } },
    save: ({ name, timeZone, identity }) => mutateAsync({ name, timeZone, identity: { address: identity.address || null } }),
    done: home,
  })
  return (
    <Form form={form}>
      <Field name="name" label={words.name} hint={words.nameHint} autoComplete="organization" focused />
      <TextArea name="identity.address" label={words.address} hint={words.addressHint} />
      <SelectField name="timeZone" label={words.zone} hint={words.zoneHint} options={zones(ownZone())} />
      <Acts>
        <Button kind="ghost" onClick={home}>
          {words.welcome.skip}
        </Button>
        <Button kind="ink" type="submit" busy={form.busy}>
          {words.welcome.verb}
        </Button>
      </Acts>
    </Form>
  )
}
