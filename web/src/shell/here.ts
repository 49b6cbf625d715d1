import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBrandDetails } from '@/api/brands'
import { begin, lookAt, useAppState, useSession, type JoinedOrganization, type Role, type Session } from '@/api/session'
import type { Permission } from '@/ui/permission'

/** Who is signed in, within the screens that need somebody. */
export function useSignedIn(): Session {
  const { data } = useSession()
  if (!data) throw new Error('This screen is shown to people who are signed in.')
  return data
}

export function useOrganization(): JoinedOrganization | undefined {
  const session = useSignedIn()
  return session.organizations.find((one) => one.organizationId === session.organizationId) ?? session.organizations[0]
}

const LAST = 'postrider.brand'

/** The brand that screens are about: the address names it where there are several, so that links can be passed on. */
export function useBrand(): { brandId: string; name: string } | undefined {
  const brands = useOrganization()?.brands ?? []
  const named = (useSearch({ strict: false }) as { brand?: string }).brand
  const last = localStorage.getItem(LAST)
  return brands.find((one) => one.brandId === named) ?? brands.find((one) => one.brandId === last) ?? brands[0]
}

/** Writes the brand into the address where there are several, and remembers it for the next visit. */
export function useBrandInAddress() {
  const brand = useBrand()
  const several = (useOrganization()?.brands.length ?? 0) > 1
  const named = (useSearch({ strict: false }) as { brand?: string }).brand
  const navigate = useNavigate()
  const brandId = brand?.brandId
  useEffect(() => {
    if (!brandId) return
    localStorage.setItem(LAST, brandId)
    if (several && named !== brandId) void navigate({ to: '.', search: (search: Record<string, string>) => ({ ...search, brand: brandId }), replace: true })
  }, [brandId, named, several, navigate])
}

export function useChooseBrand() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const session = useSignedIn()
  return async (organizationId: string, brandId: string) => {
    if (organizationId !== session.organizationId) begin(cache, await lookAt(organizationId))
    localStorage.setItem(LAST, brandId)
    await navigate({ to: '/', search: { brand: brandId } })
  }
}

/** Whether mail is kept on this server instead of sent. */
export function useCapturesMail(): boolean {
  return useAppState().data?.capturesMail ?? false
}

/** The time zone in which the brand's days begin. */
export function useZone(): string | undefined {
  return useBrandDetails(useBrand()?.brandId).data?.timeZone
}

const ORDER: Role[] = ['viewer', 'editor', 'admin', 'owner']
const WHO: Record<Role, string> = {
  viewer: 'Everybody may',
  editor: 'Editors, admins and owners may do this',
  admin: 'Admins and owners may do this',
  owner: 'Owners may do this',
}

/** What the signed-in person may do here. The server decides; controls say beforehand who may. */
export function useRole(): Record<Role, Permission> & { name: Role } {
  const name = useOrganization()?.role ?? 'viewer'
  const may = (needed: Role): Permission => ({ allowed: ORDER.indexOf(name) >= ORDER.indexOf(needed), who: WHO[needed] })
  return { name, viewer: may('viewer'), editor: may('editor'), admin: may('admin'), owner: may('owner') }
}

/** The roles that somebody with this role may give to others. */
export function grantable(role: Role): Role[] {
  return ORDER.slice(0, ORDER.indexOf(role) + 1)
}
