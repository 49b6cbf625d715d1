import { useQuery } from '@tanstack/react-query'
import { call } from './client'

export interface Quota {
  used: number
  limit?: number | null
  remaining?: number | null
  reserved?: number
}

export interface Usage {
  plan: string
  credits: Quota
  emailSends: Quota
  storage: Quota
  period: { start: string; end: string }
}

export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => call<Usage>('GET', '/v1/usage', { signal }) })
}
