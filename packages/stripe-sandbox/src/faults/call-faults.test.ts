import { expect, test } from 'vitest'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { connect, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'
import type { NewCallFault } from './call-faults.ts'

const NEW = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card' as const] }

async function start() {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const create = (idempotencyKey?: string) =>
    sandbox.stripe.paymentIntents.create(
      { ...NEW, metadata: { order: 'o-1' } },
      idempotencyKey ? { idempotencyKey } : {},
    )
  const count = async () => (await sandbox.stripe.paymentIntents.list()).data.length
  return { clock, sandbox, controls, create, count }
}

const done: Record<'before' | 'after', number> = { before: 0, after: 1 }

test.each(['before', 'after'] as const)(
  'a call is answered 500, %s it is carried out, and so is its repetition',
  async when => {
    const { sandbox, create, count } = await start()
    sandbox.faults.add({ kind: '500', when, method: 'POST' })
    await expect(create('k')).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    await expect(create('k')).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect(await count()).toBe(done[when])
  },
)

test('a call that is rejected is answered 500 too', async () => {
  const { sandbox } = await start()
  sandbox.faults.add({ kind: '500', when: 'after' })
  const rejected = () => sandbox.stripe.refunds.create({ payment_intent: 'pi_none' }, { idempotencyKey: 'k' })
  await expect(rejected()).rejects.toMatchObject({ statusCode: 500 })
  await expect(rejected()).rejects.toMatchObject({ statusCode: 500 })
})

test.each([
  ['503', 'before', 503],
  ['503', 'after', 503],
  ['429', 'before', 429],
] as const)('%s %s a call is no answer to keep: its repetition is carried out once', async (kind, when, statusCode) => {
  const { sandbox, create, count } = await start()
  sandbox.faults.add({ kind, when, method: 'POST' })
  await expect(create('k')).rejects.toMatchObject({ statusCode })
  expect(await count()).toBe(done[when])
  await create('k')
  expect(await count()).toBe(1)
})

test.each(['before', 'after'] as const)('a connection is cut %s the call', async when => {
  const { sandbox, create, count } = await start()
  // The SDK repeats a call at once whose connection was closed, whatever its own retries are set to.
  sandbox.faults.add({ kind: 'cut', when, method: 'POST', times: 2 })
  await expect(create('k')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(await count()).toBe(done[when])
  expect((await create('k')).status).toBe('requires_payment_method')
  expect(await count()).toBe(1)
})

const raw = (url: string) => fetch(`${url}/v1/payment_intents`, { headers: bearer, redirect: 'manual' })
const bearer = { authorization: `Bearer ${SECRET_KEY}` }

test.each([
  ['not_json', { status: 200, type: 'text/html', location: null }],
  ['empty', { status: 200, type: 'application/json', location: null }],
  ['302', { status: 302, type: 'application/json', location: '/moved' }],
  ['307', { status: 307, type: 'application/json', location: '/moved' }],
] as const)('%s is answered in place of the truth', async (kind, expected) => {
  const { sandbox } = await start()
  sandbox.faults.add({ kind, path: '/v1/payment_intents' })
  const response = await raw(sandbox.url)
  const { headers } = response
  expect({ status: response.status, location: headers.get('location') }).toEqual({
    status: expected.status,
    location: expected.location,
  })
  expect(headers.get('content-type')).toContain(expected.type)
  if (kind === 'empty') expect(await response.text()).toBe('{}')
  if (kind === 'not_json') await expect(response.json()).rejects.toThrow(SyntaxError)
  expect((await raw(sandbox.url)).status).toBe(200)
})

test('an answer comes without its metadata', async () => {
  const { sandbox, create } = await start()
  const { id } = await create()
  sandbox.faults.add({ kind: 'null_metadata', method: 'GET' })
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).metadata).toBeNull()
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).metadata).toEqual({ order: 'o-1' })
})

test.each(['before', 'after'] as const)('a call hangs, %s it is carried out, until it is released', async when => {
  const { sandbox, controls, create, count } = await start()
  await controls.orderFault({ kind: 'hang', when, method: 'POST' })
  const hung = create('k')
  await expect.poll(() => controls.faults()).toEqual([])
  expect(await count()).toBe(done[when])
  // Who does not wait asks again, and is answered.
  const repeated = await create('k')
  await controls.releaseHung()
  expect((await hung).id).toBe(repeated.id)
  expect(await count()).toBe(1)
  expect(sandbox.faults.list()).toEqual([])
})

test('a call is slow, and a hanging one ends by itself, by the sandbox’s clock', async () => {
  const { sandbox, create, clock } = await start()
  for (const fault of [
    { kind: 'slow', milliseconds: 5000 },
    { kind: 'hang', milliseconds: 5000 },
  ] as const) {
    sandbox.faults.add({ ...fault, method: 'POST' })
    const late = create()
    await clock.untilWaiting()
    expect(clock.waits()).toEqual([5000])
    clock.advance(5000)
    expect((await late).status).toBe('requires_payment_method')
  }
})

test('a hanging call does not keep the sandbox from stopping', async () => {
  const { sandbox, controls, create } = await start()
  await controls.orderFault({ kind: 'hang', method: 'POST' })
  const hung = create().catch(() => undefined)
  await expect.poll(() => controls.faults()).toEqual([])
  await sandbox.stop()
  await hung
})

test('a fault befalls the next calls that match, so often, in the order in which they were ordered', async () => {
  const { sandbox, create } = await start()
  const { stripe } = sandbox
  sandbox.faults.add({ kind: '503', method: 'GET', path: '/v1/payment_intents/*', times: 2 })
  sandbox.faults.add({ kind: '429', path: '/v1/*/pi_*' })
  const { id } = await create()
  await stripe.paymentIntents.list()
  const outcomes: unknown[] = []
  for (let call = 0; call < 4; call += 1) {
    await stripe.paymentIntents.retrieve(id).then(
      () => outcomes.push(200),
      error => outcomes.push(error.statusCode),
    )
  }
  expect(outcomes).toEqual([503, 503, 429, 200])
})

test('faults are listed and cleared by test calls, and never befall those', async () => {
  const { sandbox, controls } = await start()
  const ordered: NewCallFault[] = [{ kind: 'hang' }, { kind: 'cut', method: 'POST', path: '/v1/refunds', times: 3 }]
  for (const fault of ordered) await controls.orderFault(fault)
  expect(await controls.faults()).toMatchObject([
    { kind: 'hang', when: 'before', times: 1, left: 1 },
    { kind: 'cut', method: 'POST', path: '/v1/refunds', times: 3, left: 3 },
  ])
  await controls.clearFaults()
  expect(await controls.faults()).toEqual([])
  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual([])
})

test('test calls want the secret key and know what they are asked', async () => {
  const { sandbox, controls } = await start()
  const order = (key: string, body: string) =>
    fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  expect((await order('sk_test_other', 'kind=cut')).status).toBe(401)
  expect((await order('pk_test_second_ring', 'kind=cut')).status).toBe(403)
  expect((await order(SECRET_KEY, 'kind=fire')).status).toBe(400)
  expect((await order(SECRET_KEY, '')).status).toBe(400)
  expect((await order(SECRET_KEY, 'kind=cut&mood=bad')).status).toBe(400)
  expect(await controls.faults()).toEqual([])
})

test('a restart forgets faults', async () => {
  const first = await startSandbox()
  first.faults.add({ kind: 'cut' })
  await first.stop()
  const second = await startSandbox({ port: Number(new URL(first.url).port) })
  expect(second.faults.list()).toEqual([])
  expect((await connect(second.url).paymentIntents.list()).data).toEqual([])
})
