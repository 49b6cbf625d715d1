import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

declare global {
  // React asks for this where a test decides when it draws.
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

/** Draws something in a test, and gives its place. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(place).render(node))
  return place
}
