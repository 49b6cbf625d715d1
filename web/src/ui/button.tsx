import type { ComponentType, ReactNode } from 'react'
import { cx } from './cx'
import { ScreenLink } from './link'
import type { Permission } from './permission'
import { Tooltip } from './tooltip'

/** `go` is for what moves mail and nothing else: Send, Schedule, Publish, Launch, Resume. */
export type ButtonKind = 'ink' | 'plain' | 'go' | 'ghost' | 'danger'
export type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean; className?: string }>

export interface ButtonProps {
  kind?: ButtonKind
  small?: boolean
  icon?: Icon
  /** Said to screen readers where there is an icon alone. */
  label?: string
  /** Without the tooltip of an icon alone: where focus begins there, Escape would close that instead of the dialog. */
  silent?: boolean
  type?: 'button' | 'submit'
  busy?: boolean
  disabled?: boolean
  needs?: Permission
  to?: string
  search?: Record<string, string>
  onClick?: () => void
  /** The screen's main act: the key `n` presses it. */
  main?: boolean
  /** Another key that presses it while nobody types. */
  pressedBy?: string
  children?: ReactNode
}

const LOOKS: Record<ButtonKind, string> = {
  ink: 'border-act bg-act text-on-act hover:opacity-90',
  plain: 'border-line bg-raised text-ink hover:border-edge',
  go: 'border-go-edge bg-go font-semibold text-on-go shadow-[inset_0_-2px_0_rgb(122_77_0/.16)] hover:brightness-105',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-bad bg-raised text-bad-text hover:bg-bad-tint',
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', small, icon: Icon, label, type = 'button', busy, needs, to, search, onClick, main, pressedBy, silent, children } = props
  const refused = needs && !needs.allowed
  const off = props.disabled || refused || busy
  const className = cx(
    'inline-flex shrink-0 items-center justify-center gap-[7px] border font-[550] whitespace-nowrap transition-[border-color,background-color,opacity]',
    small ? 'h-[28px] rounded-[6px] text-small' : 'h-[32px] rounded-control',
    children === undefined ? (small ? 'w-[28px]' : 'w-[32px]') : small ? 'px-[9px]' : 'px-[12px]',
    LOOKS[kind],
    off && 'pointer-events-auto cursor-not-allowed opacity-55 hover:opacity-55',
  )
  const inside = (
    <>
      {busy ? <Spinner /> : Icon && <Icon size={15} aria-hidden />}
      {children}
    </>
  )
  const mark = main || pressedBy ? { 'data-pressed-by': pressedBy ?? 'n' } : {}
  if (to && !off) {
    return (
      <span className="contents" {...mark}>
        <ScreenLink to={to} className={className} {...(search ? { search } : {})} {...(label ? { label } : {})}>
          {inside}
        </ScreenLink>
      </span>
    )
  }
  const button = (
    <button
      type={type}
      className={className}
      aria-label={label}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.()
      }}
      {...mark}
    >
      {inside}
    </button>
  )
  if (refused) return <Tooltip words={needs.who}>{button}</Tooltip>
  return label && children === undefined && !silent ? <Tooltip words={label}>{button}</Tooltip> : button
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-[14px] animate-spin rounded-full border-2 border-current border-e-transparent opacity-70"
    />
  )
}
