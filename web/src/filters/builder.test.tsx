import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '@/test-render'
import { TooltipProvider } from '@/ui/tooltip'
import { FilterBuilder } from './builder'
import type { FilterField, Group } from './model'

const FIELDS: FilterField[] = [
  { field: 'email', name: 'Email address', type: 'string' },
  { field: 'customFields.orders', name: 'Orders', type: 'number' },
]

function Sample({ told }: { told: (group: Group) => void }) {
  const [group, setGroup] = useState<Group>({ logicalOperator: 'and', filters: [] })
  const change = (next: Group) => {
    setGroup(next)
    told(next)
  }
  return <FilterBuilder fields={FIELDS} group={group} change={change} />
}

test('conditions and groups are added, changed and removed', async () => {
  let now: Group | undefined
  const place = await render(
    <TooltipProvider>
      <Sample told={(group) => (now = group)} />
    </TooltipProvider>,
  )
  const press = (name: string) =>
    act(async () => {
      const button = [...place.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
      if (!button) throw new Error(name)
      button.click()
    })
  const choose = (label: string, value: string) =>
    act(async () => {
      const list = place.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
      if (!list) throw new Error(label)
      list.value = value
      list.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await press('Add condition')
  await choose('Field', 'customFields.orders')
  await choose('Comparison', 'between')
  expect(now?.filters).toEqual([{ field: 'customFields.orders', operator: 'between', value: ['', ''] }])
  expect(place.querySelectorAll('input[type=number]')).toHaveLength(2)

  await press('Add group')
  expect(now?.filters[1]).toEqual({ logicalOperator: 'or', filters: [{ field: 'email', operator: 'equals', value: '' }] })
  await press('Remove group')
  await press('Remove condition 1')
  expect(now?.filters).toEqual([])
})
