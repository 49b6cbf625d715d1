/** What somebody chose for this browser: the theme, and whether single letters are commands. */
export type Theme = 'system' | 'light' | 'dark'
const THEME = 'postrider.theme'
const LETTERS = 'postrider.letters'

export function theme(): Theme {
  const chosen = localStorage.getItem(THEME)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(chosen: Theme) {
  if (chosen === 'system') {
    localStorage.removeItem(THEME)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(THEME, chosen)
    document.documentElement.dataset['theme'] = chosen
  }
}

/** Whoever speaks to the computer, or types by accident, can switch commands of one letter off. */
export const lettersAreCommands = () => localStorage.getItem(LETTERS) !== 'off'
export const chooseLetters = (on: boolean) => (on ? localStorage.removeItem(LETTERS) : localStorage.setItem(LETTERS, 'off'))
