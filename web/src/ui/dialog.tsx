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

/** A question over the page. Nothing behind it is lost. */
export function Dialog({ wide, ...dialog }: DialogProps) {
  const place = 'inset-x-0 top-[10vh] mx-auto max-h-[84vh] w-[calc(100%-24px)] rounded-sheet border'
  return <Over {...dialog} className={cx(place, wide ? 'max-w-[620px]' : 'max-w-[440px]')} />
}

/** Details beside the page, on a phone over it. */
export function Panel(dialog: Omit<DialogProps, 'wide'>) {
  return <Over {...dialog} className="inset-y-0 end-0 w-[min(100%,440px)] border-s" />
}

function Over({ open, onClose, title, about, className, children }: Omit<DialogProps, 'wide'> & { className: string }) {
  return (
    <Kit.Root open={open} onOpenChange={(now) => !now && onClose?.()}>
      <Kit.Portal>
        {/* As high as what it stands behind, so that a question over a panel veils the panel too. */}
        <Kit.Overlay className="fixed inset-0 z-50 bg-veil" />
        <Kit.Content
          {...(about ? {} : { 'aria-describedby': undefined })}
          className={cx('rise fixed z-50 flex flex-col border-line bg-sheet shadow-lifted', className)}
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
