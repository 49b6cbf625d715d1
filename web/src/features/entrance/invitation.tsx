import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation, lookAtInvitation, type SeenInvitation } from '@/api/invitations'
import { asProblem } from '@/api/problem'
import { begin, useAppState, type Session } from '@/api/session'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { Loaded } from '@/ui/loaded'
import { FormSkeleton } from '@/ui/skeleton'
import { Question, tokenOfLink } from './entrance'
import { LinkMissing } from './link-missing'
import { CODE_FIELD, CodeField, useSecondFactor } from './second-factor'
import { words } from './words'

/** Opened with the link of an invitation: a new person chooses a password, a known one gives theirs. */
export function InvitationScreen() {
  const [token] = useState(tokenOfLink)
  const seen = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    queryFn: () => lookAtInvitation(token),
  })
  if (!token) return <LinkMissing />
  if (seen.error && asProblem(seen.error).status === 404) return <LinkMissing about={asProblem(seen.error).message} />
  return (
    <Loaded of={seen} skeleton={<FormSkeleton />}>
      {(invitation) => <Accept token={token} invitation={invitation} />}
    </Loaded>
  )
}

function Accept({ token, invitation }: { token: string; invitation: SeenInvitation }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const factor = useSecondFactor()
  const { data: state } = useAppState()
  const signedIn = state?.person?.email === invitation.email
  const isNew = !invitation.hasAccount
  const form = useServerForm({
    defaults: { ...(isNew ? { name: '' } : {}), ...(signedIn ? {} : { password: '', code: '' }) } as Record<string, string>,
    fieldOf: CODE_FIELD,
    save: (values) => factor.ask(() => acceptInvitation({ token, ...values })),
    done: (session: Session | undefined) => {
      if (!session) return
      begin(cache, session)
      void navigate({ to: '/' })
    },
  })
  return (
    <Question title={words.invitation.title(invitation.organizationName)} about={words.invitation.about(invitation)}>
      <Form form={form}>
        {isNew && <Field name="name" label={words.fields.name} autoComplete="name" focused />}
        {!signedIn && (
          <Field
            name="password"
            label={isNew ? words.fields.newPassword : words.fields.password}
            type="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            hint={isNew ? words.fields.passwordHint : words.invitation.own}
            focused={!isNew}
          />
        )}
        {factor.asked && <CodeField />}
        <Button kind="ink" type="submit" busy={form.busy}>
          {words.invitation.verb(invitation.organizationName)}
        </Button>
      </Form>
    </Question>
  )
}
