import { expect, test } from 'vitest'
import { age, bytes, count, moment, share, shortCount } from './format'

test.each([
  [0.398, '39.8 %'],
  [0.0021, '0.21 %'],
  [0, '0.0 %'],
  [null, '–'],
])('a share of %s is %s', (part, words) => {
  expect(share(part)).toBe(words)
})

test('numbers are grouped, and short where there is little room', () => {
  expect(count(51_940)).toBe('51,940')
  expect(shortCount(10_000)).toBe('10k')
  expect(bytes(1_250_000)).toBe('1.3 MB')
})

test('times are told in the time zone of the brand', () => {
  expect(moment('2026-11-10T23:30:00Z', 'Europe/Berlin')).toBe('Wed 11 Nov, 00:30')
})

test.each([
  ['2026-11-10T11:59:50Z', 'just now'],
  ['2026-11-10T11:57:00Z', '3 minutes ago'],
  ['2026-11-12T12:00:00Z', 'in 2 days'],
])('%s is %s', (at, words) => {
  expect(age(at, new Date('2026-11-10T12:00:00Z'))).toBe(words)
})
