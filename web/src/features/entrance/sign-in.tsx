import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem, Problem } from '@/api/problem'
import { askForReset, begin, signIn, useAppState, type Session } from '@/api/session'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, useServerForm } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { Question } from './entrance'
import { CODE_FIELD, CodeField, useSecondFactor } from './second-factor'
import { words } from './words'

export function SignInScreen() {
  const cache = useQueryClient()
  const state = useAppState()
  const [forgot, setForgot] = useState(false)
  if (state.data && !state.data.claimed) {
    return (
      <Question title={words.unclaimed.title} about={words.unclaimed.about}>
        <p className="text-small text-ink-3">{words.unclaimed.lost}</p>
      </Question>
    )
  }
  if (forgot) return <ForgotPassword back={() => setForgot(false)} />
  return (
    <Question title={words.signIn.title}>
      <SignInForm done={(session) => begin(cache, session)} forgot={() => setForgot(true)} />
    </Question>
  )
}

/** The server's suggestion names calls for programs. Here it is the link beside the field. */
function inWordsOfThePage(error: unknown): never {
  const { code, status, message } = asProblem(error)
  throw code === 'INVALID_CREDENTIALS' ? new Problem(status, { code, message, suggestion: words.signIn.refused }) : error
}

export function SignInForm({ email = '', done, forgot }: { email?: string; done: (session: Session) => void; forgot?: () => void }) {
  const factor = useSecondFactor()
  const form = useServerForm({
    defaults: { email, password: '', code: '' },
    fieldOf: CODE_FIELD,
    save: (values) => factor.ask(() => signIn(values).catch(inWordsOfThePage)),
    done: (session) => session && done(session),
  })
  return (
    <Form form={form}>
      <Field name="email" label={words.fields.email} type="email" autoComplete="username" inputMode="email" focused={!email} readOnly={email !== ''} />
      <Field
        name="password"
        label={words.fields.password}
        type="password"
        autoComplete="current-password"
        focused={email !== ''}
        aside={
          forgot && (
            <button type="button" className="text-link hover:underline" onClick={forgot}>
              {words.signIn.forgot}
            </button>
          )
        }
      />
      {factor.asked && <CodeField />}
      <Button kind="ink" type="submit" busy={form.busy}>
        {words.signIn.verb}
      </Button>
    </Form>
  )
}

function ForgotPassword({ back }: { back: () => void }) {
  const [asked, setAsked] = useState(false)
  const form = useServerForm({
    defaults: { email: '' },
    save: ({ email }) => askForReset(email),
    done: () => setAsked(true),
  })
  return (
    <Question title={words.forgot.title} about={words.forgot.about}>
      {asked ? (
        <div className="grid gap-[14px]">
          <Notice>{words.forgot.asked}</Notice>
          <Button onClick={back}>{words.forgot.back}</Button>
        </div>
      ) : (
        <Form form={form}>
          <Field name="email" label={words.fields.email} type="email" autoComplete="username" inputMode="email" focused />
          <Button kind="ink" type="submit" busy={form.busy}>
            {words.forgot.verb}
          </Button>
          <Button kind="ghost" onClick={back}>
            {words.forgot.back}
          </Button>
        </Form>
      )}
    </Question>
  )
}
