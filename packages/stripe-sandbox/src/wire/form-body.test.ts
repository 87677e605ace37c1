import { expect, test } from 'vitest'
import { SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'
import { ApiError } from './api-error.ts'
import { parseForm } from './form-body.ts'

test('nested forms are read as the SDKs write them', () => {
  expect(parseForm('a[b][0]=1&a[b][1]=2&c=d%20e+f&expand[]=x&metadata[order]=%C3%A9')).toEqual({
    a: { b: ['1', '2'] },
    c: 'd e f',
    expand: ['x'],
    metadata: { order: 'é' },
  })
  expect(parseForm('')).toEqual({})
})

test.each([
  '__proto__[x]=1',
  'a[__proto__]=1',
  'a[__proto__][polluted]=1',
  'a[constructor][prototype][x]=1',
  'constructor=1',
  'a%5B__proto__%5D=1',
  'a[prototype]=1',
  '%E0%A4%A=1',
])('%s is refused', text => {
  expect(() => parseForm(text)).toThrow(ApiError)
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('depth and number of parameters are bounded', () => {
  expect(() => parseForm(`a${'[b]'.repeat(500)}=1`)).toThrow(ApiError)
  expect(() => parseForm(Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join('&'))).toThrow(ApiError)
})

test.each([
  ['a list for a text', 'currency[]=usd&amount=5000'],
  ['a hash for a number', 'currency=usd&amount[not]='],
  ['a text twice', 'currency=usd&currency=eur&amount=5000'],
  ['a text for a hash', 'currency=usd&amount=5000&metadata=yes'],
  ['a hash within metadata', 'currency=usd&amount=5000&metadata[a][b]=1'],
  ['a text for a list', 'currency=usd&amount=5000&expand=latest_charge'],
])('%s is told as a bad request', async (_name, body) => {
  const sandbox = await startSandbox()
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('other content, too much of it, and unknown addresses are told in the provider’s shape', async () => {
  const sandbox = await startSandbox()
  const post = (headers: Record<string, string>, body: string, path = '/v1/payment_intents') =>
    fetch(sandbox.url + path, { method: 'POST', headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers }, body })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = await post({ 'content-type': 'application/json' }, '{"amount":5000}')
  expect(json.status).toBe(400)
  expect(await json.text()).toContain('check that your POST content type is application/x-www-form-urlencoded')
  expect((await post(form, `description=${'x'.repeat(300_000)}`)).status).toBe(413)
  const unknown = await post(form, '', '/v1/nonsense')
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.stringContaining('(POST: /v1/nonsense)') },
  })
  const long = await fetch(`${sandbox.url}/v1/payment_intents/${'x'.repeat(2000)}`)
  expect(long.status).toBe(414)
  expect(await long.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect((await fetch(`${sandbox.url}/v1/payment_intents/%ZZ`)).status).toBe(400)
})
