import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button'

/** Whether the text reached the clipboard; on plain http browsers have none, so the text is chosen instead. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function CopyButton({ text, label, small = true }: { text: string; label: string; small?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button
        kind="ghost"
        small={small}
        icon={copied ? Check : Copy}
        label={label}
        onClick={() => void copy(text).then(setCopied)}
      />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}

/** Something to take along: an address, a key, a record. */
export function CopyField({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex min-w-0 items-center gap-[4px] rounded-control border border-line bg-sunken py-[2px] ps-[10px] pe-[3px]">
      <input
        readOnly
        value={text}
        aria-label={label}
        onFocus={(event) => event.target.select()}
        className="mono h-[28px] min-w-0 grow bg-transparent outline-none"
      />
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  )
}
