import { useState } from 'react'
import { useInvite, type MadeInvitation } from '@/api/invitations'
import { useAppState, type Role } from '@/api/session'
import { grantable, useRole } from '@/shell/here'
import { Button } from '@/ui/button'
import { ChoiceField } from '@/ui/choices'
import { CopyField } from '@/ui/copy-field'
import { Acts, Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { BrandLimit, brandIdsOf, limitOf } from './brand-limit'
import { ROLES, words } from './words'

export function Invite({ close }: { close: () => void }) {
  const { mutateAsync } = useInvite()
  const role = useRole()
  const [made, setMade] = useState<MadeInvitation>()
  const form = useServerForm({
    defaults: { email: '', role: 'editor' as Role, ...limitOf(null) },
    save: ({ email, role, ...limit }, key) => mutateAsync({ email: email.trim(), role, brandIds: brandIdsOf(limit), key }),
    done: setMade,
  })
  if (made) return <Invited made={made} close={close} />
  return (
    <Dialog open onClose={close} title={words.invite} wide>
      <Form form={form}>
        <Field name="email" label={words.email} type="email" inputMode="email" autoComplete="off" focused />
        <ChoiceField
          name="role"
          label={words.role}
          options={grantable(role.name).map((value) => ({ value, name: ROLES[value].name, note: ROLES[value].about }))}
        />
        <BrandLimit />
        <FormActs form={form} verb={words.send} cancel={close} />
      </Form>
    </Dialog>
  )
}

function Invited({ made, close }: { made: MadeInvitation; close: () => void }) {
  const captured = useAppState().data?.capturesMail
  const about = captured
    ? words.invited.captured
    : made.mailed
      ? words.invited.mailed(made.email)
      : words.invited.notMailed(made.mailProblem ?? '')
  return (
    <Dialog open onClose={close} title={`${words.invited.title}: ${made.email}`} about={about}>
      {made.link && <CopyField text={made.link} label="Invitation link" />}
      <Acts>
        <Button kind="ink" onClick={close}>
          Done
        </Button>
      </Acts>
    </Dialog>
  )
}
