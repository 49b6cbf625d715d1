import { useState } from 'react'
import { asProblem } from '@/api/problem'
import { Field } from '@/ui/field'

/** Whether the server asked for a code; from then on the form has a field for it. */
export function useSecondFactor() {
  const [asked, setAsked] = useState(false)
  /** Runs a call that may ask for a code. The first time that is no mistake of anybody, but the next question. */
  async function ask<R>(run: () => Promise<R>): Promise<R | undefined> {
    try {
      return await run()
    } catch (error) {
      if (asProblem(error).code !== 'SECOND_FACTOR_REQUIRED' || asked) throw error
      setAsked(true)
      return undefined
    }
  }
  return { asked, ask }
}


/** A refused code belongs at its field. */
export const CODE_FIELD = { SECOND_FACTOR_REQUIRED: 'code' }

export function CodeField() {
  return (
    <Field
      name="code"
      label="Code"
      focused
      mono
      autoComplete="one-time-code"
      inputMode="text"
      maxLength={64}
      hint="Six digits of your authenticator app, or one of your recovery codes."
    />
  )
}
