import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from './cx'

export interface LinkProps {
  to: string
  search?: Record<string, string>
  className?: string
  label?: string
  children: ReactNode
}

/** A link to a screen of the app. */
export function ScreenLink({ to, search, className, label, children }: LinkProps) {
  return (
    <RouterLink to={to} {...(search ? { search } : {})} className={className ?? ''} aria-label={label}>
      {children}
    </RouterLink>
  )
}

/** A link within text. */
export function TextLink(props: LinkProps) {
  return <ScreenLink {...props} className={cx(TEXT_LINK, props.className)} />
}

/** A link to a page outside of the app: the reference, a stranger's site. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={TEXT_LINK} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

const TEXT_LINK = 'text-link underline decoration-transparent underline-offset-2 hover:decoration-current'
