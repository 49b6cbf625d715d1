import { useBlocker } from '@tanstack/react-router'
import { Button } from './button'
import { Acts, Dialog } from './dialog'

/** Whoever leaves a screen with something unsaved on it is asked once. */
export function AskBeforeLeaving({ unsaved }: { unsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  return (
    <Dialog open={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?" about="What you changed here is not saved yet.">
      <Acts>
        <Button kind="danger" onClick={() => proceed?.()}>
          Leave
        </Button>
        <Button kind="ink" onClick={() => reset?.()}>
          Stay
        </Button>
      </Acts>
    </Dialog>
  )
}
