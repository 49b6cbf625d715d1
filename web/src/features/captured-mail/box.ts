import { useLocation, useSearch } from '@tanstack/react-router'
import type { Box } from '@/api/captured-mails'
import { useBrand } from '@/shell/here'

const BRAND = '/captured-mail'
const NOTICES = `${BRAND}/notices`

/** Which mails are looked at, as the address says it. */
export function useBox(): { box: Box; path: string; recipient: string } {
  const { pathname } = useLocation()
  const brandId = useBrand()?.brandId
  const { recipient = '' } = useSearch({ strict: false }) as { recipient?: string }
  const isNotices = pathname === NOTICES || pathname.startsWith(`${NOTICES}/`)
  return isNotices ? { box: 'notices', path: NOTICES, recipient } : { box: { brandId }, path: BRAND, recipient }
}
