import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { railScreens, settingsScreen } from './screens'
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
  const wentAt = useRef(0)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        find()
        return
      }
      const dialog = document.querySelector('[role=dialog]')
      if (event.metaKey || event.ctrlKey || event.altKey || typing(event.target) || dialog || !lettersAreCommands()) return
      const act = command(event.key)
      if (!act) return
      event.preventDefault()
      act()
    }
    function command(key: string): (() => void) | undefined {
      const afterG = Date.now() - wentAt.current < PATIENCE_MS
      wentAt.current = 0
      if (afterG) {
        const screen = [...railScreens, settingsScreen].find((one) => one.key === key)
        return screen && (() => void navigate({ to: screen.path }))
      }
      if (key === 'g') return () => void (wentAt.current = Date.now())
      if (key === '?') return help
      if (key === '/') return find
      if (key === 'n') return pressMainAct
      return undefined
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [find, help, navigate])
}

function pressMainAct() {
  const act = document.querySelector<HTMLElement>('[data-main-act]')
  const inside = act?.matches('button') ? act : act?.querySelector<HTMLElement>('a')
  inside?.click()
}
