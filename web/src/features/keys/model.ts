import type { ApiKey } from '@/api/keys'
import { curlOf } from '@/curl'

/** What each scope may read, so that the test call works with the key that was made. */
const READS: [string, string][] = [
  ['contacts', '/v1/contacts?limit=1'],
  ['emails', '/v1/emails?limit=1'],
  ['automations', '/v1/automations?limit=1'],
  ['audiences', '/v1/audiences?limit=1'],
  ['domains', '/v1/domains?limit=1'],
  ['sends', '/v1/sends?limit=1'],
]

/** A call that works with the key as it stands; a key of the organization names the brand. */
export function testCall(secret: string, key: Pick<ApiKey, 'scopes' | 'brandId'>, brandId: string | undefined): string {
  const path = READS.find(([scope]) => key.scopes.includes(scope) || key.scopes.includes('all'))?.[1] ?? '/v1/help'
  return curlOf(path, secret, key.brandId ? undefined : brandId)
}
