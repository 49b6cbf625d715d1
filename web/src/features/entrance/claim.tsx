import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { begin, claim, useAppState } from '@/api/session'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { FormSkeleton } from '@/ui/skeleton'
import { Loaded } from '@/ui/loaded'
import { Question, tokenOfLink } from './entrance'
import { LinkMissing } from './link-missing'
import { CODE_FIELD, CodeField, useSecondFactor } from './second-factor'
import { words } from './words'

/** Opened with the link that the first start printed, or one that `postrider user link` made. */
export function ClaimScreen() {
  const state = useAppState()
  const [token] = useState(tokenOfLink)
  if (!token) return <LinkMissing />
  return (
    <Loaded of={state} skeleton={<FormSkeleton fields={3} />}>
      {({ claimed }) => <Claim token={token} first={!claimed} />}
    </Loaded>
  )
}

function Claim({ token, first }: { token: string; first: boolean }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const factor = useSecondFactor()
  const form = useServerForm({
    defaults: { ...(first ? { email: '', name: '' } : {}), password: '', code: '' } as Record<string, string>,
    fieldOf: CODE_FIELD,
    save: (values) => factor.ask(() => claim({ ...values, password: values['password'] ?? '', token })),
    done: (session) => {
      if (!session) return
      begin(cache, session)
      void navigate({ to: first ? '/welcome' : '/' })
    },
  })
  return (
    <Question title={first ? words.claim.title : words.claim.again} about={first ? words.claim.about : words.claim.againAbout}>
      <Form form={form}>
        {first && (
          <>
            <Field name="email" label={words.fields.email} type="email" autoComplete="username" inputMode="email" focused />
            <Field name="name" label={words.fields.name} autoComplete="name" />
          </>
        )}
        <Field name="password" label={words.fields.newPassword} type="password" autoComplete="new-password" hint={words.fields.passwordHint} focused={!first} />
        {factor.asked && <CodeField />}
        <Button kind="ink" type="submit" busy={form.busy}>
          {first ? words.claim.verb : words.claim.againVerb}
        </Button>
      </Form>
    </Question>
  )
}
