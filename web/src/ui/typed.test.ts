import { expect, test } from 'vitest'
import { beginsTyped, hasTyped, piecesOf } from './typed'

const marked = (text: string, typed: string) =>
  piecesOf(text, typed)
    .map((piece) => (piece.isTyped ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Autumn is open', 'aut', '[Aut]umn is open'],
  ['Autumn is open', 'is open', 'Autumn [is open]'],
  ['Autumn is open', 'open autumn', '[Autumn] is [open]'],
  ['ada@example.com', '.', 'ada@example[.]com'],
  ['Grüne Woche', 'GRÜ', '[Grü]ne Woche'],
  ['Autumn', ' ', 'Autumn'],
  ['Autumn', 'winter', 'Autumn'],
])('in %j what was typed as %j is marked', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})

test.each([
  ['settings key', true, true],
  ['ting', true, false],
  ['settings people', false, false],
  ['', true, true],
])('what was typed as %j is in “API keys Settings”: %s; as beginnings: %s', (typed, isIn, begins) => {
  expect(hasTyped('API keys Settings', typed)).toBe(isIn)
  expect(beginsTyped('API keys Settings', typed)).toBe(begins)
})
