import { useQuery } from '@tanstack/react-query'
import type { Schema } from 'postrider'
import { api } from './client'

export type Usage = Schema<'Usage'>
export type Quota = Usage['credits']

export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => api.usage.get({ signal }) })
}

export type Operation = Schema<'Operation'>

/** Each call of the API with what it costs. It changes with the version of the server alone. */
export function useOperations() {
  return useQuery({
    queryKey: ['help'],
    queryFn: ({ signal }) => api.help.get({ signal }),
    select: (help) => help.credits.operations,
    staleTime: Infinity,
  })
}
