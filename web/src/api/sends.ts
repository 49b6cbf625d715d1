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

/** Campaigns, newest first; the pulse tells when they have changed. */
export function useCampaigns(brandId: string | undefined, filter: SendFilter) {
  return useQuery({
    queryKey: ['sends', brandId, filter],
    enabled: brandId !== undefined,
    queryFn: async ({ signal }) => (await api.sends.list({ kind: 'campaign', ...filter }, { brandId, signal })).data,
  })
}

/** One campaign whole: only this tells where everybody stands. */
export function useSend(brandId: string | undefined, sendId: string) {
  return useQuery({
    queryKey: ['sends', brandId, sendId],
    enabled: brandId !== undefined,
    queryFn: ({ signal }) => api.sends.get(sendId, {}, { brandId, signal }),
  })
}

/** Stops a campaign for a while, or lets it go on. */
export function useSteer(brandId: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ sendId, act }: { sendId: string; act: 'pause' | 'resume' }) =>
      api.sends[act](sendId, { brandId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sends', brandId] }),
  })
}
