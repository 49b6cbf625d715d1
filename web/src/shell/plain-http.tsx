import { Notice } from '@/ui/notice'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** A page that came over plain http from elsewhere can be read, and changed, by whoever is on the way. */
export function PlainHttpNotice() {
  const { protocol, hostname } = window.location
  if (protocol !== 'http:' || LOOPBACK.test(hostname)) return null
  return (
    <div className="px-[14px] pt-[10px] desk:px-[20px]">
      <Notice kind="warn">
        This page came over plain http, so passwords and mails can be read on the way. Put a proxy with TLS before Postrider, and set
        POSTRIDER_PUBLIC_URL to its https address.
      </Notice>
    </div>
  )
}
