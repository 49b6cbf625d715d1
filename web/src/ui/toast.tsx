import { Toaster as Kit, toast } from 'sonner'
import { asProblem } from '@/api/problem'

/** Says in passing what was done, with a way back where there is one. */
export function told(words: string, undo?: () => void) {
  toast(words, undo ? { action: { label: 'Undo', onClick: undo } } : {})
}

/** Says in passing what failed, where no form can show it. */
export function toldProblem(error: unknown) {
  const problem = asProblem(error)
  toast.error(problem.message, { description: problem.suggestion, duration: 8000 })
}

export function Toaster() {
  return (
    <Kit
      position="bottom-right"
      // Above the bar at the foot of a phone.
      mobileOffset={{ bottom: 74, left: 12, right: 12 }}
      style={{ fontFamily: 'var(--font-sans)' }}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-center gap-[10px] rounded-card bg-act px-[14px] py-[11px] text-body text-on-act shadow-lifted',
          title: 'font-[550]',
          description: 'text-small opacity-85',
          actionButton: 'ms-auto shrink-0 font-semibold underline underline-offset-2',
          icon: 'shrink-0',
        },
      }}
    />
  )
}
