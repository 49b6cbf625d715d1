import { useState } from 'react'
import { chooseLetters, chooseTheme, lettersAreCommands, theme, type Theme } from '@/shell/theme'
import { Card } from '@/ui/card'
import { Select, Switch } from '@/ui/choices'
import { words } from './words'

/** Kept in this browser: somebody may like it dark at night and light at work. */
export function Appearance() {
  const [chosen, setChosen] = useState(theme)
  const [letters, setLetters] = useState(lettersAreCommands)
  const options = (['system', 'light', 'dark'] as const).map((value) => ({ value, name: words.themes[value] }))
  return (
    <Card title={words.appearance}>
      <label className="flex items-center justify-between gap-[12px] py-[6px]">
        <span className="font-[550]">{words.theme}</span>
        <Select
          small
          options={options}
          value={chosen}
          onChange={(event) => {
            const next = event.target.value as Theme
            chooseTheme(next)
            setChosen(next)
          }}
        />
      </label>
      <Switch
        label={words.letters}
        hint={words.lettersHint}
        on={letters}
        change={(on) => {
          chooseLetters(on)
          setLetters(on)
        }}
      />
    </Card>
  )
}
