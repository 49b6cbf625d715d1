import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'

export type Send = Schema<'Send'>
export type SendStatus = Send['status']
export type Delivery = Schema<'SendDelivery'>

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
    queryFn: async ({ signal }) => (await api.sends.list({ kind: 'campaign', ...filter }, { brandId, signal })).data,
  })
}

/** One campaign whole: only this tells where everybody stands. */
export function useSend(brandId: string | undefined, sendId: string) {
  return useQuery<Send>({
    queryKey: ['sends', brandId, sendId],
    enabled: brandId !== undefined,
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? 2000 : false),
    queryFn: ({ signal }) => api.sends.get(sendId, {}, { brandId, signal }),
  })
}

const isMoving = (status: SendStatus | undefined) => status === 'running' || status === 'queued'

/** Stops a campaign for a while, or lets it go on. */
export function useSteer(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ sendId, act }: { sendId: string; act: 'pause' | 'resume' }) =>
      api.sends[act](sendId, { brandId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sends', brandId] }),
  })
}
