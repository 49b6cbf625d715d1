import { Tooltip as Kit } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export const TooltipProvider = Kit.Provider

/** A few words about a control, for a pointer that rests on it and for the keyboard. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
  return (
    <Kit.Root delayDuration={250}>
      <Kit.Trigger asChild>{children}</Kit.Trigger>
      <Kit.Portal>
        <Kit.Content
          sideOffset={6}
          collisionPadding={8}
          className="rise z-50 max-w-[260px] rounded-control bg-act px-[10px] py-[6px] text-small text-on-act shadow-lifted"
        >
          {words}
        </Kit.Content>
      </Kit.Portal>
    </Kit.Root>
  )
}
