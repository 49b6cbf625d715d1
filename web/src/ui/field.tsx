import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { cx } from './cx'
import { WithCode } from './with-code'

export const CONTROL =
  'w-full rounded-control border border-edge bg-raised px-[10px] text-ink placeholder:text-ink-3 aria-invalid:border-bad aria-invalid:shadow-[0_0_0_3px_var(--bad-tint)] disabled:opacity-60'

export interface FieldProps {
  name: string
  label: string
  hint?: ReactNode
  /** Shown beside the label: a way out, such as a forgotten password. */
  aside?: ReactNode
}

interface Described {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, hint and the server's words around one control. */
export function Labelled({ name, label, hint, aside, children }: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId()
  const { errors } = useFormState({ name })
  const error = useFormContext().getFieldState(name).error ?? errors[name]
  const message = typeof error?.message === 'string' ? error.message : undefined
  const suggestion = error?.types && (error.types as Record<string, unknown>)['suggestion']
  const described = message || hint ? `${id}-words` : undefined
  return (
    <div className="grid min-w-0 gap-[5px]">
      <div className="flex items-baseline justify-between gap-[8px]">
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        {aside && <span className="text-small">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': message ? true : undefined, 'aria-describedby': described })}
      {(message || hint) && (
        <div id={described} className={cx('text-small', message ? 'text-bad-text' : 'text-ink-3')}>
          {message ? (
            <>
              <span className="flex items-start gap-[5px] font-[550]">
                <CircleAlert size={13} aria-hidden className="mt-[2.5px] shrink-0" />
                <span>
                  <WithCode text={message} />
                </span>
              </span>
              {typeof suggestion === 'string' && (
                <span className="text-ink-2">
                  <WithCode text={suggestion} />
                </span>
              )}
            </>
          ) : (
            hint
          )}
        </div>
      )}
    </div>
  )
}

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'placeholder' | 'autoComplete' | 'inputMode' | 'maxLength' | 'disabled' | 'readOnly'
>

export function Field({ hint, aside, name, label, mono, focused, ...input }: FieldProps & Input & { mono?: boolean; focused?: boolean }) {
  const { register } = useFormContext()
  return (
    <Labelled name={name} label={label} hint={hint} aside={aside}>
      {(described) => (
        <input
          {...described}
          {...input}
          {...register(name)}
          // Where a dialog or a page is one question, the answer is typed at once.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          className={cx(CONTROL, 'h-[34px]', mono && 'mono')}
        />
      )}
    </Labelled>
  )
}

export function TextArea({ rows = 3, placeholder, ...field }: FieldProps & { rows?: number; placeholder?: string }) {
  const { register } = useFormContext()
  return (
    <Labelled {...field}>
      {(described) => (
        <textarea {...described} {...register(field.name)} rows={rows} placeholder={placeholder} className={cx(CONTROL, 'py-[7px]')} />
      )}
    </Labelled>
  )
}
