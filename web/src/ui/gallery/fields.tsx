import { Problem } from '@/api/problem'
import { Button } from '../button'
import { BoxesField, ChoiceField, SelectField } from '../choices'
import { Field, TextArea } from '../field'
import { Form, useServerForm } from '../form'

const OPTIONS = [
  { value: 'viewer', name: 'Viewer', note: 'reads and searches everything' },
  { value: 'editor', name: 'Editor', note: 'works with contacts and designs' },
]

/** Saving is refused at a field: that is how every form shows what the server says. */
export function FieldsSample() {
  const form = useServerForm({
    defaults: { email: 'ada@', address: '', role: 'editor', zone: 'UTC', scopes: ['viewer'] },
    save: () =>
      Promise.reject(
        new Problem(400, { code: 'INVALID_REQUEST', message: 'This is no email address.', param: 'email', suggestion: 'It lacks a domain.' }),
      ),
  })
  return (
    <Form form={form}>
      <Field name="email" label="Email address" hint="Where the mail goes." />
      <TextArea name="address" label="Postal address" />
      <SelectField name="zone" label="Time zone" options={[{ value: 'UTC', name: 'UTC' }]} />
      <ChoiceField name="role" label="Role" options={OPTIONS} />
      <BoxesField name="scopes" label="Scopes" options={OPTIONS} />
      <Button kind="ink" type="submit" busy={form.busy}>
        Save
      </Button>
    </Form>
  )
}
