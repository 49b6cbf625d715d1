/** A part of a text, and whether it is what somebody typed to find it. */
export interface Piece {
  text: string
  isTyped: boolean
}

const wordsOf = (typed: string) => typed.trim().split(/\s+/).filter(Boolean)

/** Whether every word that was typed is somewhere in the text. */
export function hasTyped(text: string, typed: string): boolean {
  const folded = text.toLowerCase()
  return wordsOf(typed).every((word) => folded.includes(word.toLowerCase()))
}

/** Whether a word of the text begins with each word that was typed: for few and short names, where a letter within is chance. */
export function beginsTyped(text: string, typed: string): boolean {
  const begun = text.toLowerCase().split(/\s+/)
  return wordsOf(typed).every((word) => begun.some((one) => one.startsWith(word.toLowerCase())))
}

/** The text in pieces: all of what was typed where it stands in a row, else each of its words. */
export function piecesOf(text: string, typed: string): Piece[] {
  const words = wordsOf(typed).toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return [{ text, isTyped: false }]
  const wanted = [typed.trim(), ...words].map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  // What a group of the pattern caught stands at every second place.
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'iu'))
  return parts.map((part, at) => ({ text: part, isTyped: at % 2 === 1 })).filter((piece) => piece.text)
}
