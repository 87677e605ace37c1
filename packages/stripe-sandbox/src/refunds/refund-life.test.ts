import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type Sandbox, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'
import { refundTransitions } from './refund-states.ts'

async function pay({ stripe }: Sandbox, method = 'pm_card_visa', amount = 5000) {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
  })
  return { id: intent.id, charge: String(intent.latest_charge) }
}

const startWithClock = async () => {
  const clock = new ManualClock()
  return { clock, sandbox: await startSandbox({ clock }) }
}

/** The types of the events since the charge, oldest first. */
async function typesOf({ stripe }: Sandbox) {
  const { data } = await stripe.events.list({ limit: 100 })
  const types = data.map(({ type }) => type).reverse()
  return types.slice(types.indexOf('payment_intent.succeeded') + 1)
}

test('7726: a refund is pending, then succeeds', async () => {
  const { clock, sandbox } = await startWithClock()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 5000, refunded: true })
  clock.advance(SETTLED_AFTER_MS - 1)
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('pending')
  clock.advance(1)
  const settled = await stripe.refunds.retrieve(refund.id)
  expect(settled.status).toBe('succeeded')
  expect(settled).not.toHaveProperty('pending_reason')
  expect(await typesOf(sandbox)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'charge.refund.updated',
  ])
})

test('5126: a refund succeeds, then fails, and the charge is refunded no more', async () => {
  const { clock, sandbox } = await startWithClock()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox, 'pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: id, metadata: { order: 'o-1' } })
  expect(refund.status).toBe('succeeded')
  clock.advance(SETTLED_AFTER_MS)
  const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { type: 'refund_failure', amount: 5000, source: refund.id },
    metadata: { order: 'o-1' },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesOf(sandbox)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
    'charge.updated',
  ])
  const [updated] = (await stripe.events.list({ type: 'charge.updated' })).data
  expect(updated?.data.previous_attributes).toEqual({ amount_refunded: 5000, refunded: true })
  const again = await stripe.refunds.create({ payment_intent: id, amount: 2000 })
  expect(again.amount).toBe(2000)
})

test('a refund that waits to settle does so after a restart', async () => {
  const clock = new ManualClock()
  const dataFile = `${await temporaryFolder()}/cards.jsonl`
  const first = await startSandbox({ clock, dataFile })
  const { id } = await pay(first, 'pm_card_pendingRefund')
  const refund = await first.stripe.refunds.create({ payment_intent: id })
  await first.stop()
  clock.advance(SETTLED_AFTER_MS)
  const second = await startSandbox({ clock, dataFile })
  clock.advance(0)
  expect((await second.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
})

test('a timer that comes early settles nothing early, and nothing is forgotten', async () => {
  const clock = new ManualClock()
  const early = { now: () => clock.now(), after: (ms: number, callback: () => void) => clock.after(ms - 1, callback) }
  const sandbox = await startSandbox({ clock: early })
  const { id } = await pay(sandbox, 'pm_card_pendingRefund')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id })
  clock.advance(SETTLED_AFTER_MS - 1)
  expect((await sandbox.stripe.refunds.retrieve(refund.id)).status).toBe('pending')
  clock.advance(1)
  expect((await sandbox.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
})

test('test calls settle a refund of any card', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const { id, charge } = await pay(sandbox)
  const [failing, canceled, kept] = [
    await stripe.refunds.create({ payment_intent: id, amount: 1000 }),
    await stripe.refunds.create({ payment_intent: id, amount: 1500 }),
    await stripe.refunds.create({ payment_intent: id, amount: 500 }),
  ]
  expect(await controls.failRefund(failing.id, 'lost_or_stolen_card')).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })
  expect((await controls.cancelRefund(canceled.id)).status).toBe('canceled')
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: false })
  await expect(controls.failRefund(failing.id)).rejects.toThrow('A refund that is failed does not become failed.')
  await expect(controls.succeedRefund(kept.id)).rejects.toThrow('does not become succeeded')
  await expect(controls.failRefund('re_none')).rejects.toThrow("No such refund: 're_none'")
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(4500)
})

test('a pending refund is made to succeed before its time', async () => {
  const { clock, sandbox } = await startWithClock()
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const { id } = await pay(sandbox, 'pm_card_pendingRefund')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id })
  expect((await controls.succeedRefund(refund.id)).status).toBe('succeeded')
  clock.advance(SETTLED_AFTER_MS)
  expect((await sandbox.stripe.events.list({ type: 'refund.updated' })).data).toHaveLength(1)
})

test('a refund’s metadata may change, nothing else', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { id } = await pay(sandbox)
  const refund = await stripe.refunds.create({ payment_intent: id, metadata: { order: 'o-1', why: 'broken' } })
  const updated = await stripe.refunds.update(refund.id, { metadata: { why: '', by: 'admin' } })
  expect(updated.metadata).toEqual({ order: 'o-1', by: 'admin' })
  const [event] = (await stripe.events.list({ type: 'refund.updated' })).data
  expect(event?.data.previous_attributes).toEqual({ metadata: { order: 'o-1', why: 'broken' } })
  const wrong: object = { amount: 1 }
  await expect(stripe.refunds.update(refund.id, wrong)).rejects.toMatchObject({ code: 'parameter_unknown' })
  await expect(stripe.refunds.cancel(refund.id)).rejects.toThrow('Canceling this refund is unsupported.')
  await expect(stripe.refunds.update('re_none')).rejects.toMatchObject({ statusCode: 404 })
})

test('the balance tells of each movement', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox)
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 2000 })
  await sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY }).failRefund(refund.id)
  const { data } = await stripe.balanceTransactions.list()
  expect(data.map(({ type, amount, fee, net, source }) => [type, amount, fee, net, source])).toEqual([
    ['refund_failure', 2000, 0, 2000, refund.id],
    ['refund', -2000, 0, -2000, refund.id],
    ['charge', 5000, 175, 4825, charge],
  ])
  const shown = await stripe.charges.retrieve(charge, { expand: ['balance_transaction'] })
  expect(shown.balance_transaction).toEqual(data[2])
  expect(await stripe.balanceTransactions.retrieve(data[0]?.id ?? '')).toMatchObject({ source: refund.id })
  expect((await stripe.balanceTransactions.list({ source: charge })).data).toHaveLength(1)
})

test('every status of a refund is reached, and those that end have no way out', () => {
  const reached = new Set(Object.values(refundTransitions).flat())
  expect([...reached].sort()).toEqual(['canceled', 'failed', 'succeeded'])
  expect([refundTransitions.failed, refundTransitions.canceled]).toEqual([[], []])
})
