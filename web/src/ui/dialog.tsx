import { X } from 'lucide-react'
import { Dialog as Kit } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { cx } from './cx'

export interface DialogProps {
  open: boolean
  /** Without it the dialog cannot be left: there is nothing behind it to go back to. */
  onClose?: () => void
  title: string
  about?: ReactNode
  wide?: boolean
  children: ReactNode
}

const VEIL = 'fixed inset-0 z-40 bg-veil'

/** A question over the page. Nothing behind it is lost. */
export function Dialog({ open, onClose, title, about, wide, children }: DialogProps) {
  return (
    <Kit.Root open={open} onOpenChange={(now) => !now && onClose?.()}>
      <Kit.Portal>
        <Kit.Overlay className={VEIL} />
        <Kit.Content
          {...(about ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'rise fixed inset-x-0 top-[10vh] z-50 mx-auto flex max-h-[84vh] w-[calc(100%-24px)] flex-col rounded-sheet border border-line bg-sheet shadow-lifted',
            wide ? 'max-w-[620px]' : 'max-w-[440px]',
          )}
        >
          <Head title={title} about={about} {...(onClose ? { onClose } : {})} />
          <div className="min-h-0 overflow-y-auto px-[20px] pb-[20px]">{children}</div>
        </Kit.Content>
      </Kit.Portal>
    </Kit.Root>
  )
}

/** Details beside the page, on a phone over it. */
export function Panel({ open, onClose, title, about, children }: DialogProps) {
  return (
    <Kit.Root open={open} onOpenChange={(now) => !now && onClose?.()}>
      <Kit.Portal>
        <Kit.Overlay className={VEIL} />
        <Kit.Content
          {...(about ? {} : { 'aria-describedby': undefined })}
          className="rise fixed inset-y-0 end-0 z-50 flex w-[min(100%,440px)] flex-col border-s border-line bg-sheet shadow-lifted"
        >
          <Head title={title} about={about} {...(onClose ? { onClose } : {})} />
          <div className="min-h-0 grow overflow-y-auto px-[20px] pb-[20px]">{children}</div>
        </Kit.Content>
      </Kit.Portal>
    </Kit.Root>
  )
}

function Head({ title, about, onClose }: { title: string; about?: ReactNode; onClose?: () => void }) {
  return (
    <header className="flex items-start gap-[12px] px-[20px] pt-[18px] pb-[12px]">
      <div className="min-w-0 grow">
        <Kit.Title className="serif text-title leading-tight">{title}</Kit.Title>
        {about && <Kit.Description className="mt-[4px] text-ink-2">{about}</Kit.Description>}
      </div>
      {onClose && <Button kind="ghost" small silent icon={X} label="Close" onClick={onClose} />}
    </header>
  )
}

/** The row of buttons at the end of a form or dialog; the main one stands last. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className="mt-[16px] flex flex-wrap items-center justify-end gap-[8px]">{children}</div>
}
