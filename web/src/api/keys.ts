import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request } from './client'
import type { Page } from './pages'

export interface ApiKey {
  keyId: string
  name: string
  prefix: string
  scopes: string[]
  /** Absent: a key of the organization. */
  brandId?: string | null
  createdAt: string
  lastUsedAt?: string | null
  expiresAt?: string | null
  revokedAt?: string | null
}

/** The secret is shown once: an answer that got lost and is asked for again comes without it. */
export type NewApiKey = ApiKey & { secret?: string | null; replaces?: { keyId: string; expiresAt: string } }

export interface KeyWish {
  name: string
  scopes: string[]
  brandId?: string
}

const LIST = ['keys']

export function useKeys() {
  return useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await request<Page<ApiKey>>({ method: 'GET', path: '/app/api/keys', query: { limit: 100 } }, { signal })).data,
  })
}

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: LIST })
}

export function useMakeKey() {
  return useMutation({
    mutationFn: ({ key, ...body }: KeyWish & { key: string }) =>
      request<NewApiKey>({ method: 'POST', path: '/app/api/keys', body, keyed: true }, { idempotencyKey: key }),
    onSuccess: useRefresh(),
  })
}

export function useRotateKey() {
  return useMutation({
    mutationFn: ({ keyId, overlapMinutes, key }: { keyId: string; overlapMinutes: number; key: string }) =>
      request<NewApiKey>(
        { method: 'POST', path: `/app/api/keys/${keyId}/rotate`, body: { overlapMinutes }, keyed: true },
        { idempotencyKey: key },
      ),
    onSuccess: useRefresh(),
  })
}

export function useRevokeKey() {
  return useMutation({
    mutationFn: (keyId: string) => api.apiKeys.revoke(keyId),
    onSuccess: useRefresh(),
  })
}
