import type { DnsRecord, Domain } from '@/api/domains'

const NEED: DnsRecord['record'][] = ['DKIM', 'SPF', 'RETURN_PATH', 'DMARC', 'TRACKING', 'TLSRPT']

const rank = (record: DnsRecord) => (record.required ? 0 : NEED.length) + NEED.indexOf(record.record)

/** The order of need: without the first ones nothing can be sent, the last ones make it better. */
export function inOrderOfNeed(records: DnsRecord[]): DnsRecord[] {
  return records.toSorted((one, other) => rank(one) - rank(other))
}

/** How many of the records that sending needs are in place. */
export function progress(domain: Domain): { done: number; needed: number } {
  const needed = domain.records.filter((record) => record.required)
  return { done: needed.filter((record) => record.status === 'verified').length, needed: needed.length }
}
