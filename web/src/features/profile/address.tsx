import { useGiveAddress } from '@/api/profile'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { words } from './words'

const said = words.address

/** A real address for an account that has none yet. */
export function AddressDialog({ close }: { close: () => void }) {
  const { mutateAsync } = useGiveAddress()
  const form = useServerForm({
    defaults: { email: '' },
    save: ({ email }) => mutateAsync(email.trim()),
    done: ({ email }) => {
      told(said.given(email))
      close()
    },
  })
  return (
    <Dialog open onClose={close} title={said.title} about={said.about}>
      <Form form={form}>
        <Field name="email" label={words.email} type="email" autoComplete="email" focused />
        <FormActs form={form} verb={said.give} cancel={close} />
      </Form>
    </Dialog>
  )
}
