import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client'
import type { Page } from './pages'

export type SendStatus = 'queued' | 'scheduled' | 'running' | 'paused' | 'completed' | 'partially_completed' | 'failed' | 'canceled'

export interface Delivery {
  planned: number
  excluded: number
  pending: number
  deferred: number
  delivered: number
  bounced: number
  failed: number
  inDoubt: number
  canceled: number
}

export interface Send {
  sendId: string
  kind: 'campaign' | 'automation'
  status: SendStatus
  subject: string
  audienceName?: string | null
  from: { email: string; name?: string | null }
  createdAt: string
  scheduledAt?: string | null
  startedAt?: string | null
  completedAt?: string | null
  recipientCount: number
  pauseReason?: string | null
  stats: { sent: number; delivered: number; opened: number; clicked: number }
  delivery?: Delivery | null
}

export interface SendFilter {
  status?: SendStatus
  limit: number
}

/** Campaigns, newest first; asked again soon while one of them is on its way. */
export function useCampaigns(brandId: string | undefined, filter: SendFilter) {
  return useQuery<Send[]>({
    queryKey: ['sends', brandId, filter],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (state.data?.some((send) => isMoving(send.status)) ? 2000 : 15_000),
    queryFn: async ({ signal }) =>
      (await call<Page<Send>>('GET', '/v1/sends', { brandId, query: { kind: 'campaign', ...filter }, signal })).data,
  })
}

/** One campaign whole: only this tells where everybody stands. */
export function useSend(brandId: string | undefined, sendId: string) {
  return useQuery<Send>({
    queryKey: ['sends', brandId, sendId],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? 2000 : false),
    queryFn: ({ signal }) => call<Send>('GET', `/v1/sends/${sendId}`, { brandId, signal }),
  })
}

const isMoving = (status: SendStatus | undefined) => status === 'running' || status === 'queued'

/** Stops a campaign for a while, or lets it go on. */
export function useSteer(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ sendId, act }: { sendId: string; act: 'pause' | 'resume' }) =>
      call<Send>('POST', `/v1/sends/${sendId}/${act}`, { brandId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sends', brandId] }),
  })
}
