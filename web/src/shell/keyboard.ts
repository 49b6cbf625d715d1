import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useScreens } from './screens'
import { lettersAreCommands } from './theme'

/** So long after `g` the letter may come. */
const PATIENCE_MS = 1200

export interface KeyboardActs {
  find: () => void
  help: () => void
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys that work on every screen. */
export function useKeyboard({ find, help }: KeyboardActs) {
  const navigate = useNavigate()
  const screens = useScreens()
  const wentAt = useRef(0)
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        find()
        return
      }
      const dialog = document.querySelector('[role=dialog]')
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || typing(event.target) || dialog || !lettersAreCommands()) return
      const act = command(event.key)
      if (!act) return
      event.preventDefault()
      act()
    }
    function command(key: string): (() => void) | undefined {
      const afterG = Date.now() - wentAt.current < PATIENCE_MS
      wentAt.current = 0
      if (afterG) {
        const screen = screens.find((one) => one.key === key)
        return screen && (() => void navigate({ to: screen.path }))
      }
      if (key === 'g') return () => void (wentAt.current = Date.now())
      if (key === '?') return help
      if (key === '/') return find
      if (key === 'j' || key === 'k') return () => step(key)
      if (key === 'n' || key === 'Escape') return () => press(key)
      return undefined
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [find, help, navigate, screens])
}

/** The control of the screen that waits for this key, if there is one. */
function press(key: string) {
  const act = document.querySelector<HTMLElement>(`[data-pressed-by="${key}"]`)
  const inside = act?.matches('button') ? act : act?.querySelector<HTMLElement>('a')
  inside?.click()
}

/** To the next row of a table, or to the one before; where there is none, to the next of what the screen shows. */
function step(key: 'j' | 'k') {
  const rows = [...document.querySelectorAll<HTMLElement>('#sheet [data-row]')]
  if (rows.length === 0) return press(key)
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = key === 'j' ? at + 1 : Math.max(at - 1, 0)
  rows[Math.min(next, rows.length - 1)]?.focus()
}
