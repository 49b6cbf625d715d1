import { useState } from 'react'
import { FilterBuilder } from '@/filters/builder'
import { inWords, type FilterField, type Group } from '@/filters/model'

const FIELDS: FilterField[] = [
  { field: 'email', name: 'Email address', type: 'string' },
  { field: 'customFields.city', name: 'City', type: 'string' },
  { field: 'customFields.orders', name: 'Orders', type: 'number' },
  { field: 'subscribed', name: 'Subscribed', type: 'boolean' },
  { field: 'engagement.lastOpenedAt', name: 'Last opened', type: 'date' },
]

const SAMPLE: Group = {
  logicalOperator: 'and',
  filters: [
    { field: 'subscribed', operator: 'is_true' },
    { field: 'customFields.city', operator: 'in', value: ['Berlin', 'Graz'] },
    {
      logicalOperator: 'or',
      filters: [
        { field: 'engagement.lastOpenedAt', operator: 'within_last', value: { amount: 30, unit: 'days' } },
        { field: 'customFields.orders', operator: 'between', value: [2, 9] },
      ],
    },
  ],
}

export function FilterSample() {
  const [group, setGroup] = useState(SAMPLE)
  return (
    <div className="grid gap-[12px]">
      <FilterBuilder fields={FIELDS} group={group} change={setGroup} />
      <p className="text-ink-2">{inWords(group, FIELDS)}</p>
    </div>
  )
}
