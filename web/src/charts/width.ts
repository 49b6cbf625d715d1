import { useEffect, useRef, useState, type RefObject } from 'react'

/** How wide a chart's place is: drawn in real pixels, its words stay readable on a phone. */
export function useWidth(first: number): [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
