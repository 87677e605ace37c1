import { expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

async function pay({ stripe }: Sandbox, amount = 5000) {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  return { id: intent.id, charge: String(intent.latest_charge) }
}

test('a charge is refunded in parts, and no more than was paid', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { id, charge } = await pay(sandbox)
  const part = await stripe.refunds.create({
    payment_intent: id,
    amount: 2000,
    reason: 'requested_by_customer',
    metadata: { order: 'o-1' },
  })
  expect(part).toMatchObject({
    object: 'refund',
    amount: 2000,
    charge,
    payment_intent: id,
    reason: 'requested_by_customer',
    status: 'succeeded',
    metadata: { order: 'o-1' },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 2000, refunded: false })
  await expect(stripe.refunds.create({ charge, amount: 3001 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)',
  })
  const rest = await stripe.refunds.create({ charge })
  expect(rest.amount).toBe(3000)
  const after = await stripe.charges.retrieve(charge, { expand: ['refunds'] })
  expect(after).toMatchObject({ amount_refunded: 5000, refunded: true, paid: true })
  expect(after.refunds?.data.map(refund => refund.id)).toEqual([rest.id, part.id])
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
    message: `Charge ${charge} has already been refunded.`,
  })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect(await stripe.refunds.retrieve(part.id, { expand: ['charge', 'payment_intent'] })).toMatchObject({
    charge: { object: 'charge' },
    payment_intent: { object: 'payment_intent' },
  })
  expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
  expect((await stripe.refunds.list({ charge: 'ch_none' })).data).toEqual([])
})

test('refunds of the same charge at the same time give back its amount once', async () => {
  const sandbox = await startSandbox()
  const { id } = await pay(sandbox)
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => sandbox.stripe.refunds.create({ payment_intent: id, amount: 1000 })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('what was not paid cannot be refunded', async () => {
  const { stripe } = await startSandbox()
  const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    statusCode: 400,
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  })
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'payment_intent',
  })
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 })
  await expect(stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ statusCode: 404 })
})

test('refunds are told as events', async () => {
  const sandbox = await startSandbox()
  const { id, charge } = await pay(sandbox)
  await sandbox.stripe.refunds.create({ payment_intent: id, amount: 100 })
  const [refunded] = (await sandbox.stripe.events.list({ type: 'charge.refunded' })).data
  expect(refunded?.data).toMatchObject({
    object: { id: charge, amount_refunded: 100, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  })
  expect((await sandbox.stripe.events.list({ types: ['refund.created'] })).data).toHaveLength(1)
})
