import { onlineManager } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { probe } from '@/api/client'

const EVERY_MS = 3000

function useOnline() {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/** Says that the server does not answer, and looks for it; what is on the page stays, and is asked for again when it is back. */
export function ConnectionNotice() {
  const online = useOnline()
  useEffect(() => {
    if (online) return
    const timer = setInterval(() => void probe(), EVERY_MS)
    return () => clearInterval(timer)
  }, [online])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-[10px] z-50 flex justify-center">
      {!online && (
        <span className="rise flex items-center gap-[8px] rounded-full bg-act px-[14px] py-[7px] text-on-act shadow-lifted">
          <CloudOff size={15} aria-hidden />
          Postrider does not answer. Trying again.
        </span>
      )}
    </div>
  )
}
