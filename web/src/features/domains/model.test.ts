import { expect, test } from 'vitest'
import type { DnsRecord } from '@/api/domains'
import { inOrderOfNeed } from './model'

const record = (name: DnsRecord['record'], required: boolean): DnsRecord => ({
  record: name,
  required,
  type: 'TXT',
  name,
  value: '',
  ttl: 3600,
  status: 'pending',
})

test('what sending needs stands before what makes it better', () => {
  const records = [record('TRACKING', false), record('DMARC', false), record('SPF', true), record('DKIM', true)]
  expect(inOrderOfNeed(records).map((one) => one.record)).toEqual(['DKIM', 'SPF', 'DMARC', 'TRACKING'])
})
