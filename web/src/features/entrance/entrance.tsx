import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConnectionNotice } from '@/shell/connection'
import { PlainHttpNotice } from '@/shell/plain-http'
import { Logo } from '@/ui/marks'

/** The room before the house: one question on a sheet. */
export function Entrance({ children }: { children?: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] px-[16px]">
      <ConnectionNotice />
      <main className="mx-auto grid w-full max-w-[400px] content-center gap-[22px] py-[40px]">
        <div className="flex items-center gap-[10px]">
          <Logo size={34} />
          <span className="serif text-[23px] leading-none font-semibold">Postrider</span>
        </div>
        <PlainHttpNotice />
        <div className="rounded-sheet border border-line bg-sheet px-[26px] pt-[24px] pb-[26px] shadow-resting">{children ?? <Outlet />}</div>
      </main>
      <footer className="pb-[18px] text-center text-small text-ink-3">
        <a href="/docs" className="hover:text-ink">
          Reference of the API
        </a>
      </footer>
    </div>
  )
}

/** What is asked here, and why. */
export function Question({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · Postrider`}</title>
      <h1 className="serif text-figure leading-tight">{title}</h1>
      {about && <p className="mt-[6px] text-ink-2">{about}</p>}
      <div className="mt-[18px]">{children}</div>
    </>
  )
}

/** What stands behind the `#` of a link: it reaches no log of a server. */
export function tokenOfLink(): string {
  return window.location.hash.slice(1)
}
