import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CONTROL } from '@/ui/field'
import { words } from './words'

const PAUSE_MS = 200

/** Finds mails by whom they went to, as one types. The address keeps it. */
export function RecipientFilter({ recipient }: { recipient: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const find = (next: string) =>
    void navigate({ to: '.', search: (search: Record<string, string>) => ({ ...search, recipient: next.trim() }), replace: true })
  useEffect(() => () => clearTimeout(timer.current), [])
  // The field follows the address, but never whoever is typing.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = recipient
  }, [recipient])
  return (
    <span className="w-full desk:w-[220px]">
      <input
        ref={input}
        type="search"
        aria-label={words.recipient}
        placeholder={words.anyRecipient}
        defaultValue={recipient}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => find(target.value), PAUSE_MS)
        }}
        className={`${CONTROL} h-[32px]`}
      />
    </span>
  )
}
