import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { begin, resetPassword } from '@/api/session'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { Question, tokenOfLink } from './entrance'
import { LinkMissing } from './link-missing'
import { CODE_FIELD, CodeField, useSecondFactor } from './second-factor'
import { words } from './words'

/** Opened with the link of a mail. */
export function ResetScreen() {
  const [token] = useState(tokenOfLink)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const factor = useSecondFactor()
  const form = useServerForm({
    defaults: { password: '', code: '' },
    fieldOf: CODE_FIELD,
    save: (values) => factor.ask(() => resetPassword({ ...values, token })),
    done: (session) => {
      if (!session) return
      begin(cache, session)
      void navigate({ to: '/' })
    },
  })
  if (!token) return <LinkMissing />
  return (
    <Question title={words.reset.title} about={words.reset.about}>
      <Form form={form}>
        <Field name="password" label={words.fields.newPassword} type="password" autoComplete="new-password" hint={words.fields.passwordHint} focused />
        {factor.asked && <CodeField />}
        <Button kind="ink" type="submit" busy={form.busy}>
          {words.reset.verb}
        </Button>
      </Form>
    </Question>
  )
}
