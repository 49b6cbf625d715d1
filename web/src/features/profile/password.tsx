import { useChangePassword } from '@/api/profile'
import { useSignedIn } from '@/shell/here'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { words } from './words'

export function PasswordCard() {
  const { person } = useSignedIn()
  const { mutateAsync } = useChangePassword()
  const form = useServerForm({
    defaults: { currentPassword: '', password: '' },
    fieldOf: { INVALID_CREDENTIALS: 'currentPassword' },
    save: (values) => mutateAsync(values),
    done: ({ ended }) => {
      form.fields.reset()
      told(words.passwordSet(ended))
    },
  })
  return (
    <Card title={words.password}>
      <Form form={form}>
        {/* Keepers of passwords look for the address that one belongs to. */}
        <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <Field name="currentPassword" label={words.current} type="password" autoComplete="current-password" />
        <Field name="password" label={words.next} hint={words.nextHint} type="password" autoComplete="new-password" />
        <div className="flex justify-end">
          <Button type="submit" busy={form.busy}>
            {words.setPassword}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
