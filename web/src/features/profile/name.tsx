import { useRename } from '@/api/profile'
import { useSignedIn } from '@/shell/here'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { words } from './words'

export function NameCard() {
  const { person } = useSignedIn()
  const { mutateAsync } = useRename()
  const form = useServerForm({
    defaults: { name: person.name ?? '', email: person.email },
    save: ({ name }) => mutateAsync(name.trim()),
    done: () => told(words.saved),
  })
  return (
    <Card title={words.you}>
      <Form form={form} kept>
        <Field name="name" label={words.name} hint={words.nameHint} autoComplete="name" />
        <Field name="email" label={words.email} readOnly autoComplete="off" />
        <div className="flex justify-end">
          <Button type="submit" busy={form.busy}>
            {words.saveName}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
