/** Keys to press, one after the other. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="ms-auto flex shrink-0 gap-[3px] ps-[6px]">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="rounded-[4px] border border-line bg-sheet px-[4px] font-sans text-[11px] whitespace-nowrap font-medium text-ink-3">
          {key}
        </kbd>
      ))}
    </span>
  )
}
