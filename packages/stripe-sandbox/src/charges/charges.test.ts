import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function pay({ stripe }: Sandbox, metadata: Record<string, string> = {}) {
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata,
  })
  return { id: intent.id, charge: String(intent.latest_charge) }
}

async function collect<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of pages) items.push(item)
  return items
}

test('a ledger reads all charges and intents of a time, page by page', async () => {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  const { stripe } = sandbox
  await pay(sandbox, { order: 'before' })
  clock.advance(60_000)
  const since = Math.floor(clock.now() / 1000)
  const paid = [await pay(sandbox, { order: 'o-1' }), await pay(sandbox, { order: 'o-2' }), await pay(sandbox)]
  clock.advance(60_000)
  const until = Math.floor(clock.now() / 1000)
  await pay(sandbox, { order: 'after' })
  const created = { gte: since, lt: until }
  const charges = await collect(stripe.charges.list({ created, limit: 2 }))
  expect(charges.map(({ id }) => id)).toEqual(paid.map(({ charge }) => charge).reverse())
  expect(charges.map(({ metadata }) => metadata.order)).toEqual([undefined, 'o-2', 'o-1'])
  const intents = await collect(stripe.paymentIntents.list({ created, limit: 2 }))
  expect(intents.map(({ id }) => id)).toEqual(paid.map(({ id }) => id).reverse())
  expect((await stripe.balanceTransactions.list({ created })).data).toHaveLength(3)
  expect((await stripe.events.list({ created, type: 'charge.succeeded' })).data).toHaveLength(3)
})

test('a charge keeps the intent’s metadata of the time when it was paid, and has its own from then on', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox, { order: 'o-1', seller: 's-1' })
  const intent = await stripe.paymentIntents.update(id, { metadata: { order: 'o-2' } })
  expect(intent.metadata).toEqual({ order: 'o-2', seller: 's-1' })
  expect((await stripe.charges.retrieve(charge)).metadata).toEqual({ order: 'o-1', seller: 's-1' })
  const updated = await stripe.charges.update(charge, {
    description: 'A phone',
    metadata: { seller: '' },
    receipt_email: 'jane@second-ring.test',
    fraud_details: { user_report: 'safe' },
  })
  expect(updated).toMatchObject({
    description: 'A phone',
    metadata: { order: 'o-1' },
    receipt_email: 'jane@second-ring.test',
    fraud_details: { user_report: 'safe' },
  })
  expect((await stripe.charges.update(charge, { description: '' })).description).toBeNull()
  const [, first] = (await stripe.events.list({ type: 'charge.updated' })).data
  expect(first?.data.previous_attributes).toEqual({
    description: null,
    fraud_details: {},
    metadata: { order: 'o-1', seller: 's-1' },
    receipt_email: null,
  })
  const wrong: object = { amount: 1 }
  await expect(stripe.charges.update(charge, wrong)).rejects.toMatchObject({ code: 'parameter_unknown' })
  await expect(stripe.charges.update('ch_none')).rejects.toMatchObject({ statusCode: 404 })
})

test('a charge shows its refunds only when they are asked for, from the intent too', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox)
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 1000 })
  const plain = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(plain.latest_charge).toMatchObject({ id: charge, amount_refunded: 1000 })
  expect(plain.latest_charge).not.toHaveProperty('refunds')
  const expanded = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'latest_charge.refunds'] })
  const refunds = { object: 'list', has_more: false, url: `/v1/charges/${charge}/refunds`, data: [{ id: refund.id }] }
  expect(expanded.latest_charge).toMatchObject({ id: charge, refunds })
  const listed = await stripe.charges.list({ expand: ['data.refunds'] })
  expect(listed.data[0]?.refunds?.data).toEqual([refund])
})

test('events reach back thirty days', async () => {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  await pay(sandbox)
  const [event] = (await sandbox.stripe.events.list({ type: 'charge.succeeded' })).data
  clock.advance(30 * DAY_MS)
  expect((await sandbox.stripe.events.list()).data).toHaveLength(3)
  clock.advance(1000)
  expect((await sandbox.stripe.events.list()).data).toEqual([])
  await expect(sandbox.stripe.events.retrieve(event?.id ?? '')).rejects.toMatchObject({ statusCode: 404 })
})
