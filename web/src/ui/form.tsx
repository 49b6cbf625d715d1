import { useRef, useState, type ReactNode } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { asProblem, type Problem } from '@/api/problem'
import { AskBeforeLeaving } from './ask-before-leaving'
import { Button } from './button'
import { cx } from './cx'
import { Acts } from './dialog'
import { ProblemNotice } from './problem-notice'

export interface ServerForm<V extends FieldValues> {
  fields: UseFormReturn<V>
  problem: Problem | undefined
  submit: () => void
  busy: boolean
  unsaved: boolean
}

export interface ServerFormOptions<V extends FieldValues, R> {
  defaults: DefaultValues<V>
  /** `key` stays the same while the form is tried again, so that a double click or a second try does it once. */
  save: (values: V, key: string) => Promise<R>
  done?: (result: R) => void
  /** The field that a code is about which names none. */
  fieldOf?: Record<string, string>
}

/** A form whose rules are the server's: its problems are shown at the field they name, the rest above the buttons. */
export function useServerForm<V extends FieldValues, R = unknown>(options: ServerFormOptions<V, R>): ServerForm<V> {
  const fields = useForm<V>({ defaultValues: options.defaults })
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const key = useRef('')
  // `busy` is known a moment late, when the page is drawn again: a second click may come before.
  const sending = useRef(false)

  async function save(values: V) {
    key.current ||= randomKey()
    setBusy(true)
    setProblem(undefined)
    try {
      const result = await options.save(values, key.current)
      key.current = ''
      // What was saved is where the next change begins.
      fields.reset(values)
      options.done?.(result)
    } catch (error) {
      const problem = asProblem(error)
      const name = problem.param ?? options.fieldOf?.[problem.code]
      // What was refused is another request when it was mended.
      if (problem.status >= 400 && problem.status < 500) key.current = ''
      if (name && has(fields.getValues(), name)) {
        const types = problem.suggestion ? { suggestion: problem.suggestion } : {}
        fields.setError(name as FieldPath<V>, { type: 'server', message: problem.message, types }, { shouldFocus: true })
      } else {
        setProblem(problem)
      }
    } finally {
      setBusy(false)
    }
  }

  const submit = () => {
    if (sending.current) return
    sending.current = true
    // What the server said of the last try is no reason to hold the next one back.
    fields.clearErrors()
    void fields.handleSubmit(save)().finally(() => {
      sending.current = false
    })
  }
  return { fields, problem, submit, busy, unsaved: fields.formState.isDirty }
}

/** `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function has(values: unknown, path: string): boolean {
  let at = values
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !(part in at)) return false
    at = (at as Record<string, unknown>)[part]
  }
  return true
}

/** A problem is read before the button that tries again: whatever ends a form stands after it. */
const ABOVE_BUTTONS = '[&>[type=submit]]:order-2 [&>[type=submit]~*]:order-2 [&>:has([type=submit])]:order-2'

interface FormProps<V extends FieldValues> {
  form: ServerForm<V>
  /** Stands on a screen of its own, so that leaving it unsaved asks. */
  kept?: boolean
  className?: string
  children: ReactNode
}

export function Form<V extends FieldValues>({ form, kept, className, children }: FormProps<V>) {
  return (
    <FormProvider {...form.fields}>
      <form
        noValidate
        className={cx('grid gap-[14px]', ABOVE_BUTTONS, className)}
        onSubmit={(event) => {
          event.preventDefault()
          // A form in a dialog is, for React, inside the form that opened it.
          event.stopPropagation()
          form.submit()
        }}
      >
        {children}
        {kept && <AskBeforeLeaving unsaved={form.unsaved} />}
        {form.problem && (
          <div className="order-1!">
            <ProblemNotice problem={form.problem} />
          </div>
        )}
      </form>
    </FormProvider>
  )
}

/** The end of a form in a dialog: its verb, and the way out. */
export function FormActs<V extends FieldValues>({ form, verb, cancel }: { form: ServerForm<V>; verb: string; cancel: () => void }) {
  return (
    <Acts>
      <Button onClick={cancel}>Cancel</Button>
      <Button kind="ink" type="submit" busy={form.busy}>
        {verb}
      </Button>
    </Acts>
  )
}
