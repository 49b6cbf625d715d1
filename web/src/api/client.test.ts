import { afterEach, expect, test, vi } from 'vitest'
import { api, app } from './client'
import { gates } from './gates'
import { asProblem } from './problem'

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (status: number, code: string) => json(status, { error: { code, type: 'x', message: code } })

function answers(...given: (Response | Error)[]) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push(`${init.method} ${address}`)
    const next = given.shift()
    if (!next || next instanceof Error) throw next ?? new Error('asked too often')
    return next
  })
  return calls
}

afterEach(() => {
  gates.occupy(false)
  vi.unstubAllGlobals()
})

test('before anybody came, a refusal is the answer', async () => {
  answers(refusal(401, 'AUTHENTICATION_REQUIRED'))
  await expect(app.session.get()).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
  expect(gates.now()).toBeUndefined()
})

test.each([
  [401, 'AUTHENTICATION_REQUIRED', 'sign-in'],
  [403, 'PASSWORD_REQUIRED', 'password'],
])('a call that is refused with %i %s waits for somebody, and is made again', async (status, code, gate) => {
  gates.occupy(true)
  const calls = answers(refusal(status, code), json(200, { deleted: true }))
  const answer = api.domains.delete('d1', { brandId: 'b1' })
  await vi.waitFor(() => expect(gates.now()).toBe(gate))
  expect(calls).toHaveLength(1)
  gates.leave(true)
  await expect(answer).resolves.toEqual({ deleted: true })
  expect(calls).toEqual(['DELETE /v1/domains/d1', 'DELETE /v1/domains/d1'])
})

test('whoever does not give the password gets what the server said', async () => {
  gates.occupy(true)
  answers(refusal(403, 'PASSWORD_REQUIRED'))
  const answer = api.domains.delete('d1')
  const refused = expect(answer).rejects.toMatchObject({ code: 'PASSWORD_REQUIRED' })
  await vi.waitFor(() => expect(gates.now()).toBe('password'))
  gates.leave(false)
  await refused
})

test('calls that wait at the same gate go on together', async () => {
  gates.occupy(true)
  answers(refusal(403, 'PASSWORD_REQUIRED'), refusal(403, 'PASSWORD_REQUIRED'), json(200, { one: 1 }), json(200, { two: 2 }))
  const both = Promise.all([api.domains.delete('d1'), api.domains.delete('d2')])
  await vi.waitFor(() => expect(gates.now()).toBe('password'))
  gates.leave(true)
  expect(await both).toHaveLength(2)
})

test('no answer is told from a refusal', async () => {
  answers(new TypeError('failed'))
  const error: unknown = await api.brand.update({ name: 'x' }).catch((thrown: unknown) => thrown)
  expect(asProblem(error).isOffline).toBe(true)
})
