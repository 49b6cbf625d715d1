import { expect, test } from 'vitest'
import { render } from '@/test-render'
import { Tally } from './tally'

test('a tally says its parts in words, and leaves out who is not there', async () => {
  const place = await render(
    <Tally
      legend
      parts={[
        { kind: 'delivered', name: 'Delivered', count: 1200 },
        { kind: 'bounced', name: 'Bounced', count: 0 },
        { kind: 'left-out', name: 'Left out', count: 3 },
      ]}
    />,
  )
  expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Delivered 1,200, Left out 3')
  expect(place.querySelectorAll('.tally-part')).toHaveLength(2)
  expect(place.querySelectorAll('li')).toHaveLength(2)
})
