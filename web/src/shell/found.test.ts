import { expect, test } from 'vitest'
import { byKind, foundIn, searchSaid } from './found'

const ANSWER = {
  contacts: [{ contactId: 'c1', email: 'ada+1@example.org', firstName: 'Ada', lastName: null }],
  designs: [],
  campaigns: [{ sendId: 's1', title: 'Autumn', status: 'partially_completed' as const }],
  automations: [{ automationId: 'a1', name: 'Welcome', published: false }],
}

test('what was found stands in groups, and no group is empty', () => {
  const groups = byKind(foundIn(ANSWER)).map(({ kind, things }) => [kind.plural, ...things.map((thing) => thing.note)])
  expect(groups).toEqual([
    ['Contacts', 'Ada'],
    ['Campaigns', 'partially completed'],
    ['Automations', 'not published'],
  ])
})

test('a contact is read by its address, all else by its id', () => {
  expect(foundIn(ANSWER).map((thing) => thing.path)).toEqual(['/v1/contacts/ada%2B1%40example.org', '/v1/sends/s1', '/v1/automations/a1'])
})

test('that there is nothing is said when an answer said so', () => {
  expect(searchSaid('x', undefined, 0)).toMatch(/^Looking/)
  expect(searchSaid('x', 0, 0)).toBe('Nothing has that name.')
  expect(searchSaid('x', 0, 2)).toMatch(/^No contact/)
  expect(searchSaid('x', 3, 0)).toBe('3 found')
})
