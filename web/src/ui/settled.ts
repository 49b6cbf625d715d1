import { useEffect, useState } from 'react'

/** What somebody typed, once they paused for a moment: not every letter is a question. */
export function useSettled<V>(value: V, afterMs = 200): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
