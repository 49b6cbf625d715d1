import { useChangeDomain, type Domain } from '@/api/domains'
import { useBrand, useRole } from '@/shell/here'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { words } from './words'

/** In whose name campaigns go out that say nothing else, and who gets the answers. */
export function SenderForm({ domain }: { domain: Domain }) {
  const { mutateAsync } = useChangeDomain(useBrand()?.brandId, domain.domainId)
  const { editor } = useRole()
  const { from, replyTo } = domain.defaults
  const form = useServerForm({
    defaults: { defaults: { from: { email: from?.email ?? '', name: from?.name ?? '' }, replyTo: replyTo ?? '' } },
    save: ({ defaults }) =>
      mutateAsync({
        defaults: {
          from: defaults.from.email ? { email: defaults.from.email, name: defaults.from.name || null } : null,
          replyTo: defaults.replyTo || null,
        },
      }),
    done: () => told(words.saved),
  })
  return (
    <Form form={form} kept>
      <div className="grid gap-[14px] desk:grid-cols-2">
        <Field name="defaults.from.name" label="Name" autoComplete="off" />
        <Field name="defaults.from.email" label="Address" type="email" placeholder={`hello@${domain.name}`} autoComplete="off" />
      </div>
      <Field name="defaults.replyTo" label="Answers go to" type="email" autoComplete="off" hint="Left empty, to the sender’s address." />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy} needs={editor}>
          Save sender
        </Button>
      </div>
    </Form>
  )
}
