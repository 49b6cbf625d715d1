import { cx } from './cx'

/** Two letters for somebody or a brand without a picture. */
export function initials(name: string): string {
  const words = name.split('@')[0]?.split(/[\s._-]+/).filter(Boolean) ?? []
  const [first = '?', second] = words
  return (second ? `${first[0]}${second[0]}` : first.slice(0, 2)).toUpperCase()
}

export function Initials({ name, square }: { name: string; square?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-[24px] shrink-0 place-items-center text-[10.5px] font-semibold',
        square ? 'rounded-tag bg-[#24513f] text-[#fff]' : 'rounded-full bg-act text-on-act',
      )}
    >
      {initials(name)}
    </span>
  )
}
