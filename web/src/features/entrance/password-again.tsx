import { givePassword } from '@/api/session'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { CODE_FIELD, CodeField, useSecondFactor } from './second-factor'
import { words } from './words'

interface PasswordFormProps {
  asksForCode: boolean
  done: () => void
  cancel: () => void
}

/** What is dangerous asks for the password again after a quarter of an hour. */
export function PasswordForm({ asksForCode, done, cancel }: PasswordFormProps) {
  const factor = useSecondFactor()
  const form = useServerForm({
    defaults: { password: '', code: '' },
    fieldOf: { ...CODE_FIELD, INVALID_CREDENTIALS: 'password' },
    save: (values) => factor.ask(async () => (await givePassword(values)) ?? true),
    done: (given) => given && done(),
  })
  return (
    <Form form={form}>
      <Field name="password" label={words.fields.password} type="password" autoComplete="current-password" focused />
      {(factor.asked || asksForCode) && <CodeField />}
      <FormActs form={form} verb="Go on" cancel={cancel} />
    </Form>
  )
}
