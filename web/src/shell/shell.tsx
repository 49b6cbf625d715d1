import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { AddressNotice } from './address-notice'
import { ConnectionNotice } from './connection'
import { usePulse } from '@/api/pulse'
import type { Found } from './found'
import { useBrand, useBrandInAddress } from './here'
import { useKeyboard } from './keyboard'
import { KeyboardHelp } from './keyboard-help'
import { PhoneBar } from './phone-bar'
import { PlainHttpNotice } from './plain-http'
import { Rail } from './rail'

// Most visits never open it: it comes when it is first asked for.
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette')).CommandPalette }))
const FoundThing = lazy(async () => ({ default: (await import('./found-thing')).FoundThing }))

/** The frame around every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const [finding, setFinding] = useState(false)
  const [found, setFound] = useState<Found>()
  const [helping, setHelping] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  const help = useCallback(() => setHelping(true), [])
  useKeyboard({ find, help })
  useBrandInAddress()
  usePulse(useBrand()?.brandId)
  return (
    <div className="min-h-dvh desk:grid desk:grid-cols-[var(--rail)_minmax(0,1fr)]">
      <a
        href="#sheet"
        className="absolute start-[8px] top-[-60px] z-50 rounded-control bg-act px-[12px] py-[7px] text-on-act focus:top-[8px]"
      >
        Skip to the page
      </a>
      <ConnectionNotice />
      <Rail find={find} />
      <main
        id="sheet"
        tabIndex={-1}
        className="min-w-0 bg-sheet outline-none max-desk:min-h-dvh max-desk:pb-[66px] desk:my-[10px] desk:me-[10px] desk:ms-[4px] desk:overflow-hidden desk:rounded-sheet desk:border desk:border-line desk:shadow-resting"
      >
        <PlainHttpNotice />
        <AddressNotice />
        {children}
      </main>
      <PhoneBar find={find} />
      <Suspense>
        {finding && <CommandPalette close={() => setFinding(false)} help={help} show={setFound} />}
        {found && <FoundThing thing={found} close={() => setFound(undefined)} />}
      </Suspense>
      <KeyboardHelp open={helping} close={() => setHelping(false)} />
    </div>
  )
}
