import { expect, test } from 'vitest'
import { testCall } from './model'

const { origin } = window.location

test('a key of the organization names the brand', () => {
  expect(testCall('pr_live_x', { scopes: ['all'] }, 'b1')).toBe(
    `curl "${origin}/v1/contacts?limit=1" \\\n  -H "Authorization: Bearer pr_live_x" \\\n  -H "X-Brand-Id: b1"`,
  )
})

test('a key of one brand asks for what its scopes allow', () => {
  expect(testCall('pr_live_x', { scopes: ['sends'], brandId: 'b2' }, 'b1')).toBe(
    `curl "${origin}/v1/sends?limit=1" \\\n  -H "Authorization: Bearer pr_live_x"`,
  )
})
