import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSchema } from 'postrider/app'
import { api, app } from './client'

export type ApiKey = AppSchema<'ApiKey'>
/** The secret is shown once: an answer that got lost and is asked for again comes without it. */
export type NewApiKey = AppSchema<'NewApiKey'>

const LIST = ['keys']

export function useKeys() {
  return useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await app.keys.list({ limit: 100 }, { signal })).data,
  })
}

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: LIST })
}

export function useMakeKey() {
  return useMutation({
    mutationFn: ({ key, ...body }: AppSchema<'KeyBody'> & { key: string }) => app.keys.create(body, { idempotencyKey: key }),
    onSuccess: useRefresh(),
  })
}

export function useRotateKey() {
  return useMutation({
    mutationFn: ({ keyId, overlapMinutes, key }: { keyId: string; overlapMinutes: number; key: string }) =>
      app.keys.rotate(keyId, { overlapMinutes }, { idempotencyKey: key }),
    onSuccess: useRefresh(),
  })
}

export function useRevokeKey() {
  return useMutation({ mutationFn: (keyId: string) => api.apiKeys.revoke(keyId), onSuccess: useRefresh() })
}
