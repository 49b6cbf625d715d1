import { expect, test } from 'vitest'
import { added, blank, inWords, operatorsFor, removed, shapeOf, withField, withOperator, type FilterField, type Group } from './model'

const CITY: FilterField = { field: 'customFields.city', name: 'City', type: 'string' }
const NAME: FilterField = { field: 'firstName', name: 'First name', type: 'string' }
const OPENED: FilterField = { field: 'engagement.lastOpenedAt', name: 'Last opened', type: 'date' }

test('a value stays where another comparison or field takes the same kind, and goes where it does not', () => {
  const berlin = { ...blank(CITY), value: 'Berlin' }
  expect(withOperator(berlin, 'contains')).toEqual({ field: CITY.field, operator: 'contains', value: 'Berlin' })
  expect(withOperator(berlin, 'in').value).toEqual([])
  expect('value' in withOperator(berlin, 'is_empty')).toBe(false)
  expect(withField(berlin, 'string', NAME)).toEqual({ field: 'firstName', operator: 'equals', value: 'Berlin' })
  expect(withField(berlin, 'string', OPENED)).toEqual({ field: OPENED.field, operator: 'within_last', value: { amount: 30, unit: 'days' } })
})

test('what a filter asks with already is offered, though nobody would be offered it', () => {
  expect(operatorsFor('date')).not.toContain('exists')
  expect(operatorsFor('date', 'exists')).toContain('exists')
  expect(shapeOf('exists')).toBe('nothing')
})

test('a filter is told in a sentence, with groups told apart', () => {
  const empty: Group = { logicalOperator: 'and', filters: [] }
  const one = added(empty, { ...blank(CITY), operator: 'in', value: ['Berlin', 'Graz'] })
  const two = added(one, { logicalOperator: 'or', filters: [blank(OPENED), { field: 'gone', operator: 'is_true' }] })
  expect(inWords(two, [CITY, OPENED])).toBe('City is one of Berlin, Graz and (Last opened is within the last 30 days or gone is true)')
  expect(inWords(removed(two, 1), [CITY])).toBe('City is one of Berlin, Graz')
  expect(inWords({ field: CITY.field, operator: 'between', value: [1, 2] }, [CITY])).toBe('City is between 1 and 2')
})
