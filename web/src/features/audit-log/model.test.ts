import { expect, test } from 'vitest'
import { actInWords, filterOf } from './model'

test.each([
  ['contacts.batchDelete', 'contacts batch delete'],
  ['session.create', 'session create'],
])('%s reads as %s', (act, words) => {
  expect(actInWords(act)).toBe(words)
})

test('the last day of a filter is a whole day', () => {
  const { from, to } = filterOf({ from: '2026-11-01', to: '2026-11-01' })
  expect(new Date(to ?? '').getTime() - new Date(from ?? '').getTime()).toBe(86_400_000)
})

test('half a date in the address is no filter', () => {
  expect(filterOf({ from: '2026-1', act: '' })).toEqual({})
})
