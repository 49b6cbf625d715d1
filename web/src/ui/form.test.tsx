import { act } from 'react'
import { expect, test } from 'vitest'
import { Problem } from '@/api/problem'
import { render } from '@/test-render'
import { Field } from './field'
import { Form, useServerForm } from './form'

function Sample({ save }: { save: (key: string) => Promise<unknown> }) {
  const form = useServerForm({ defaults: { sender: { email: 'ada@' }, name: 'Ada' }, save: (_, key) => save(key) })
  return (
    <Form form={form}>
      <Field name="sender.email" label="Address" />
      <Field name="name" label="Name" />
      <button type="submit">Save</button>
    </Form>
  )
}

const press = (place: HTMLElement) => act(async () => place.querySelector('button')?.click())
const refused = (param?: string) =>
  Promise.reject(
    new Problem(400, { code: 'INVALID_REQUEST', message: 'This is no address.', suggestion: 'It lacks a domain.', ...(param ? { param } : {}) }),
  )

test('what the server says of a field stands at that field', async () => {
  const place = await render(<Sample save={() => refused('sender.email')} />)
  await press(place)
  const [email, name] = place.querySelectorAll('input')
  expect(email?.getAttribute('aria-invalid')).toBe('true')
  expect(name?.getAttribute('aria-invalid')).toBeNull()
  const words = document.getElementById(email?.getAttribute('aria-describedby') ?? '')
  expect(words?.textContent).toBe('This is no address.It lacks a domain.')
  expect(place.querySelector('[role=alert]')).toBeNull()
})

test.each([undefined, 'plan'])('what belongs to no field (%s) stands above the buttons', async (param) => {
  const place = await render(<Sample save={() => refused(param)} />)
  await press(place)
  expect(place.querySelector('[role=alert]')?.textContent).toContain('This is no address.')
})

test('a second try of the same thing has the same key, another thing another one', async () => {
  const keys: string[] = []
  const answers = [new Problem(0, { code: 'OFFLINE', message: '' }), new Problem(500, { code: 'X', message: '' }), undefined, undefined]
  const place = await render(
    <Sample
      save={(key) => {
        keys.push(key)
        const answer = answers[keys.length - 1]
        return answer ? Promise.reject(answer) : Promise.resolve()
      }}
    />,
  )
  for (let tries = 0; tries < 4; tries += 1) await press(place)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
  expect(keys[3]).not.toBe(keys[0])
})

test('two clicks in a row send once', async () => {
  let sent = 0
  const place = await render(
    <Sample
      save={() => {
        sent += 1
        return Promise.resolve()
      }}
    />,
  )
  await act(async () => {
    place.querySelector('button')?.click()
    place.querySelector('button')?.click()
  })
  expect(sent).toBe(1)
  await press(place)
  expect(sent).toBe(2)
})
