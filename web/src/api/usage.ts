import { useQuery } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'

export type Usage = Schema<'Usage'>
export type Quota = Usage['credits']

export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => api.usage.get({ signal }) })
}
