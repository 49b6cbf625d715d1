import { CopyButton } from './copy-field'

/** Lines to run or to read, with a way to take them along. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <figure aria-label={label} className="relative rounded-card border border-line bg-sunken">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre tabIndex={0} className="mono overflow-x-auto px-[12px] py-[10px] pe-[44px] leading-[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
      <div className="absolute end-[6px] top-[6px]">
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </figure>
  )
}

/** A word of a machine within a sentence. */
export function Code({ children }: { children: string }) {
  return <code className="mono rounded-tag bg-sunken px-[4px] py-px">{children}</code>
}
