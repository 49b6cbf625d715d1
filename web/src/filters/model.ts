import type { Schema } from 'postrider'
import { operatorWords, words } from './words'

export type Group = Schema<'FilterGroup'>
export type Condition = Schema<'FilterCondition'>
export type Operator = Schema<'Operator'>
type Node = Group['filters'][number]

export type FieldType = 'string' | 'number' | 'boolean' | 'date'

/** What can be asked about: a column, a custom field, engagement, or what a trigger brings along. */
export interface FilterField {
  field: string
  name: string
  type: FieldType
}

/** What a comparison takes. */
export type Shape = 'nothing' | 'one' | 'list' | 'range' | 'span'

/** How deep groups go, as the server allows. */
export const DEEPEST = 5

/** The server knows more names for some of these; people are offered one for each. */
const OFFERED: Record<FieldType, Operator[]> = {
  string: ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  number: ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'between', 'is_empty', 'is_not_empty'],
  boolean: ['is_true', 'is_false', 'is_empty', 'is_not_empty'],
  date: ['within_last', 'not_within_last', 'on_date', 'before', 'after', 'between', 'is_empty', 'is_not_empty'],
}

const SHAPES: Partial<Record<Operator, Shape>> = {
  in: 'list',
  not_in: 'list',
  contains_any: 'list',
  not_contains_any: 'list',
  between: 'range',
  within_last: 'span',
  not_within_last: 'span',
  is_true: 'nothing',
  is_false: 'nothing',
  is_empty: 'nothing',
  is_not_empty: 'nothing',
  exists: 'nothing',
  not_exists: 'nothing',
}

const BLANK: Record<Shape, unknown> = { nothing: undefined, one: '', list: [], range: ['', ''], span: { amount: 30, unit: 'days' } }

export const shapeOf = (operator: Operator): Shape => SHAPES[operator] ?? 'one'
export const isGroup = (node: Node): node is Group => 'logicalOperator' in node

/** What is offered for a field, and what it is asked with already, though it may be a name that nobody is offered. */
export function operatorsFor(type: FieldType, chosen?: Operator): Operator[] {
  const offered = OFFERED[type]
  return chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
}

export function blank({ field, type }: FilterField): Condition {
  return withOperator({ field, operator: 'equals' }, OFFERED[type][0] ?? 'equals')
}

/** The value stays where the other comparison takes the same kind. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const shape = shapeOf(operator)
  const { value: before, ...rest } = condition
  if (shape === 'nothing') return { ...rest, operator }
  const stays = shape === shapeOf(condition.operator) && before !== undefined
  return { ...rest, operator, value: stays ? before : BLANK[shape] }
}

/** Comparison and value stay where the other field is of the same type. */
export function withField(condition: Condition, before: FieldType | undefined, field: FilterField): Condition {
  return field.type === before ? { ...condition, field: field.field } : blank(field)
}

export function replaced(group: Group, at: number, node: Node): Group {
  return { ...group, filters: group.filters.with(at, node) }
}

export function removed(group: Group, at: number): Group {
  return { ...group, filters: group.filters.filter((_, other) => other !== at) }
}

export function added(group: Group, node: Node): Group {
  return { ...group, filters: [...group.filters, node] }
}

/** The filter as a sentence, for lists and for whoever does not see the form. */
export function inWords(node: Node, fields: FilterField[]): string {
  if (!isGroup(node)) {
    const name = fields.find(({ field }) => field === node.field)?.name ?? node.field
    return [name, operatorWords[node.operator], valueInWords(node)].filter(Boolean).join(' ')
  }
  const parts = node.filters.map((part) => (isGroup(part) && part.filters.length > 1 ? `(${inWords(part, fields)})` : inWords(part, fields)))
  return parts.join(node.logicalOperator === 'and' ? words.and : words.or)
}

function valueInWords({ operator, value }: Condition): string {
  switch (shapeOf(operator)) {
    case 'nothing':
      return ''
    case 'one':
      return String(value ?? '')
    case 'list':
      return asList(value).join(', ')
    case 'range':
      return asList(value).join(words.and)
    case 'span': {
      const { amount, unit } = asSpan(value)
      return `${amount} ${words.units[unit]}`
    }
  }
}

export const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export interface Span {
  amount: number
  unit: keyof typeof words.units
}

export function asSpan(value: unknown): Span {
  const span = (typeof value === 'object' && value ? value : {}) as Partial<Span>
  return { amount: span.amount ?? 30, unit: span.unit ?? 'days' }
}
