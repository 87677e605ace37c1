import { DomainError } from '@second-ring/contracts/errors'
import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { settlePayment } from './settle-payment.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  // Each test says itself when the provider is heard.
  market = await createMarket({ webhooks: false })
  client = restClient(market)
})
afterAll(() => market.close())

/** A buyer with twin orders of $200, the first the older, who pays as the specification's client does. */
async function twins() {
  const buyer = await client.user()
  const placed = (minutesAgo: number) =>
    market.order({ buyerId: buyer.id, placedAt: new Date(Date.now() - minutesAgo * 60_000) })
  const [first, second] = [await placed(2), await placed(1)]
  const send = (path: string, body: object) => client.send('POST', path, { as: buyer.as, body })
  const intend = (body: object = { price: 200 }) => send('/create-payment-intent', body)
  const secretOf = async (body?: object) => ((await intend(body)).body as { clientSecret: string }).clientSecret
  const record = (transactionId: string, bookingId: string) =>
    send('/payments', { price: 200, email: buyer.email, transactionId, bookingId })
  return { buyer, first, second, intend, secretOf, record }
}

const stateOf = async (id: string) =>
  (await market.database.order.findUniqueOrThrow({ where: { id }, select: { state: true } })).state

const minutesPass = (intentId: string, minutes: number) => market.database.$executeRaw`
  UPDATE payments SET received_at = received_at - make_interval(mins => ${minutes}) WHERE intent_id = ${intentId}`

const chargesOf = async (orderIds: string[]) =>
  market.database.payment.count({ where: { orderId: { in: orderIds }, state: 'SUCCEEDED' } })

describe('a payment by its price alone', () => {
  it('pays the order that the client names, whichever of several it is', async () => {
    const { first, second, secretOf, record } = await twins()
    const transactionId = await market.card.pay(await secretOf())
    expect(await record(transactionId, first.id)).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PAID', 'PLACED'])
    const other = await market.card.pay(await secretOf())
    expect(other).not.toBe(transactionId)
    expect(await record(other, second.id)).toMatchObject({ status: 200 })
    expect(await chargesOf([first.id, second.id])).toBe(2)
  })

  it('gives one intent to all concurrent calls, and again to a later one', async () => {
    const { secretOf } = await twins()
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf()))
    expect(new Set([...secrets, await secretOf()]).size).toBe(1)
  })

  it('pays the order that is named also when the provider reported before', async () => {
    const { first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    expect(await settlePayment(market.platform, { intentId })).toMatchObject({ outcome: 'charged', orderId: null })
    await market.runJobs()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PLACED'])
    const answers = await Promise.all([record(intentId, second.id), record(intentId, second.id)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PAID'])
  })

  it('pays the order that is named while the provider reports', async () => {
    const { buyer, first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    // The provider's event is being settled, with no order named, as the record names one; both wait for the buyer.
    const { settling, recording } = await market.database.$transaction(async tx => {
      await tx.$queryRaw`SELECT FROM users WHERE id = ${buyer.id}::uuid FOR UPDATE`
      const settling = settlePayment(market.platform, { intentId })
      await market.untilWaiting()
      const recording = record(intentId, second.id)
      await market.untilWaiting(2)
      return { settling: { answer: settling }, recording: { answer: recording } }
    })
    await settling.answer
    expect(await recording.answer).toMatchObject({ status: 200 })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PAID'])
    expect(await market.checkLedger()).toEqual([])
  })

  it('pays the order that is named in reports on two processes at once, and each is answered so', async () => {
    const other = await market.startProcess()
    onTestFinished(() => other.kill())
    for (let round = 0; round < 12; round += 1) {
      const { buyer, first, secretOf, record } = await twins()
      const transactionId = await market.card.pay(await secretOf())
      const body = JSON.stringify({ price: 200, email: buyer.email, transactionId, bookingId: first.id })
      const headers = { 'content-type': 'application/json', authorization: buyer.as }
      const there = () => fetch(`${other.url}/payments`, { method: 'POST', headers, body })
      const reports = [record(transactionId, first.id), there(), record(transactionId, first.id), there()]
      expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await stateOf(first.id)).toBe('PAID')
    }
  })

  it('pays one order when two are named at once', async () => {
    const { first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    const answers = await Promise.all([record(intentId, first.id), record(intentId, second.id)])
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409])
    expect(await chargesOf([first.id, second.id])).toBe(1)
  })

  it('pays the oldest that it fits once nobody has named one for ten minutes', async () => {
    const { first, second, secretOf } = await twins()
    const intentId = await market.card.pay(await secretOf())
    await settlePayment(market.platform, { intentId })
    await minutesPass(intentId, 9)
    await market.runJobs()
    expect(await stateOf(first.id)).toBe('PLACED')
    await minutesPass(intentId, 1)
    await market.runJobs()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PAID', 'PLACED'])
  })

  it('starts no other charge for orders that are charged and not yet assigned', async () => {
    const { buyer, first, second, intend, secretOf } = await twins()
    await market.card.pay(await secretOf())
    const next = await market.card.pay(await secretOf())
    await settlePayment(market.platform, { intentId: next })
    expect(await intend()).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE' } })
    for (const { id: orderId } of [first, second]) {
      await expect(market.as(buyer.id).payments.createIntent({ orderId })).rejects.toMatchObject({
        cause: { code: 'ORDER_NOT_PAYABLE' },
      })
    }
  })

  it('ends an intent of the order itself before another charge pays it', async () => {
    const { buyer, first, second, secretOf, record } = await twins()
    const own = await market.as(buyer.id).payments.createIntent({ orderId: first.id })
    const intentId = await market.card.pay(await secretOf())
    expect(await record(intentId, first.id)).toMatchObject({ status: 200 })
    await expect(market.card.pay(own.clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PAID', 'PLACED'])
  })

  it('goes back when the order that is named was charged meanwhile', async () => {
    const { buyer, first, second, secretOf, record } = await twins()
    const own = await market.as(buyer.id).payments.createIntent({ orderId: first.id })
    const secret = await secretOf()
    await market.card.pay(own.clientSecret)
    const intentId = await market.card.pay(secret)
    expect(await record(intentId, first.id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PAID', 'PLACED'])
    const { latest_charge: charge } = await market.card.intent(intentId)
    expect(charge).toMatchObject({ refunded: true })
    expect(await chargesOf([first.id, second.id])).toBe(1)
  })

  it('pays no order of which another payment is recorded in that moment', async () => {
    const { buyer, first, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    const other = { orderId: first.id, buyerId: buyer.id, intentId: `pi_${first.id}`, amountCents: 20_000 }
    const held = Promise.withResolvers<void>()
    const recording = market.database.$transaction(
      async tx => {
        await tx.payment.create({ data: other })
        held.resolve()
        await market.untilWaiting()
      },
      { timeout: 20_000 },
    )
    await held.promise
    const [answer] = await Promise.all([record(intentId, first.id), recording])
    expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENT_MISMATCH' } })
    expect(await stateOf(first.id)).toBe('PLACED')
    await market.database.payment.update({ where: { intentId: other.intentId }, data: { state: 'FAILED' } })
  })

  it('goes back when no order is left that it fits', async () => {
    const { buyer, first, second, secretOf } = await twins()
    const intentId = await market.card.pay(await secretOf())
    await settlePayment(market.platform, { intentId })
    for (const { id: orderId } of [first, second]) await market.as(buyer.id).orders.cancel({ orderId })
    await minutesPass(intentId, 10)
    await market.runJobs()
    const { latest_charge: charge } = await market.card.intent(intentId)
    expect(charge).toMatchObject({ refunded: true })
    const notifications = await market.as(buyer.id).notices.list({ limit: 20 })
    expect(notifications.items.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
    expect(await market.checkLedger()).toEqual([])
  })

  it.each(['lose', null] as const)(
    'pays nothing once a bank disputes it (%s): it is refunded, and its buyer notified',
    async decision => {
      const { buyer, first, second, secretOf, record } = await twins()
      const intentId = await market.card.pay(await secretOf())
      const { latest_charge: last } = await market.card.intent(intentId)
      const dispute = await market.card.bank.openDispute(typeof last === 'object' ? (last?.id ?? '') : '')
      if (decision) await market.card.bank.decideDispute(dispute.id, decision)
      await settlePayment(market.platform, { intentId })
      expect(await record(intentId, first.id)).toMatchObject({ status: 409 })
      await minutesPass(intentId, 70)
      await market.runJobs()
      expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PLACED'])
      const notifications = await market.as(buyer.id).notices.list({ limit: 20 })
      expect(notifications.items.map(({ kind }) => kind)).toEqual([decision ? 'dispute-closed' : 'refunded'])
      expect(await market.checkLedger()).toEqual([])
    },
  )

  it('of which a part went back pays nothing: the rest is refunded, and its buyer notified', async () => {
    const { buyer, first, secretOf } = await twins()
    const intentId = await market.card.pay(await secretOf())
    await market.card.refund(intentId, 100)
    await settlePayment(market.platform, { intentId })
    await minutesPass(intentId, 70)
    await market.runJobs()
    const { latest_charge: charge } = await market.card.intent(intentId)
    expect(charge).toMatchObject({ refunded: true })
    expect(await stateOf(first.id)).toBe('PLACED')
    const notifications = await market.as(buyer.id).notices.list({ limit: 20 })
    expect(notifications.items.map(({ kind }) => kind)).toEqual(['refunded'])
  })

  it.each(['in part', 'wholly', 'disputed'])('that is named once it went back (%s) pays nothing', async how => {
    const { first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    if (how === 'disputed') await market.card.dispute(intentId)
    else await market.card.refund(intentId, how === 'in part' ? 100 : undefined)
    expect(await record(intentId, second.id)).toMatchObject({ status: 409 })
    await minutesPass(intentId, 70)
    await market.runJobs()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PLACED'])
    expect(await market.checkLedger()).toEqual([])
  })

  it('cannot be charged any more once the last order of its price has ended', async () => {
    const { buyer, first, second, secretOf } = await twins()
    const secret = await secretOf()
    for (const { id: orderId } of [first, second]) await market.as(buyer.id).orders.cancel({ orderId })
    await market.runJobs()
    await expect(market.card.pay(secret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('gets a secret that can be paid, whatever became of a concurrent attempt', async () => {
    const { buyer, first, second, intend, secretOf, record } = await twins()
    const { cardPayments } = market.platform
    const { createIntent } = cardPayments
    const meanwhile = (action: (intentId: string) => Promise<unknown>) => {
      cardPayments.createIntent = async of => {
        cardPayments.createIntent = createIntent
        const intent = await createIntent(of)
        await action(intent.id)
        return intent
      }
    }
    // Another call got the same attempt, and it has ended since.
    meanwhile(async intentId => {
      await secretOf()
      await market.card.cancel(intentId)
      await settlePayment(market.platform, { intentId })
    })
    expect(await record(await market.card.pay(await secretOf()), first.id)).toMatchObject({ status: 200 })
    // Another attempt became the open one: this one is nobody's.
    await market.order({ buyerId: buyer.id })
    const other = { intentId: `pi_${first.id}`, buyerId: buyer.id, amountCents: 20_000 }
    const bound = { orderId: second.id, foundByPrice: true }
    const { id } = await market.database.payment.create({ data: { ...other, ...bound } })
    meanwhile(() => market.database.payment.update({ where: { id }, data: { orderId: null, foundByPrice: false } }))
    expect(await intend()).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE' } })
    await market.database.payment.update({ where: { id }, data: { state: 'CANCELLED' } })
    expect(await record(await market.card.pay(await secretOf()), second.id)).toMatchObject({ status: 200 })
    expect(await market.checkLedger()).toEqual([])
  })

  it('is the order’s own when one order costs that, until the client names another', async () => {
    const buyer = await client.user()
    const older = await market.order({ buyerId: buyer.id })
    const as = buyer.as
    const { body } = await client.send('POST', '/create-payment-intent', { as, body: { price: 200 } })
    const newer = await market.order({ buyerId: buyer.id })
    const transactionId = await market.card.pay((body as { clientSecret: string }).clientSecret)
    expect((await market.card.intent(transactionId)).metadata.orderId).toBe(older.id)
    const record = { price: 200, email: buyer.email, transactionId, bookingId: newer.id }
    expect(await client.send('POST', '/payments', { as, body: record })).toMatchObject({ status: 200 })
    expect([await stateOf(older.id), await stateOf(newer.id)]).toEqual(['PLACED', 'PAID'])
  })

  it('is no way to an order whose time has run out', async () => {
    const { first, second, intend } = await twins()
    const ids = [first.id, second.id]
    await market.database.$executeRaw`UPDATE orders SET reserved_until = now() WHERE id::text = ANY(${ids})`
    expect(await intend()).toMatchObject({ status: 404 })
  })

  it('ends the open intent without an order when one order is left, and starts that order’s', async () => {
    const { buyer, first, second, secretOf } = await twins()
    const open = await secretOf()
    await market.as(buyer.id).orders.cancel({ orderId: first.id })
    const own = await secretOf()
    expect(own).not.toBe(open)
    expect((await market.card.intent(intentOf(own))).metadata.orderId).toBe(second.id)
    await expect(market.card.pay(open)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('goes back when the order that is named has ended: its twin stays unpaid', async () => {
    const { buyer, first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    await market.as(buyer.id).orders.cancel({ orderId: first.id })
    expect(await record(intentId, first.id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } })
    await minutesPass(intentId, 11)
    await market.runJobs()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['CANCELLED', 'PLACED'])
    const { latest_charge: charge } = await market.card.intent(intentId)
    expect(charge).toMatchObject({ refunded: true })
    expect(await market.checkLedger()).toEqual([])
  })

  it('pays no other order than the one that is named, also when one alone costs that', async () => {
    const { buyer, first, second, secretOf, record } = await twins()
    await market.as(buyer.id).orders.cancel({ orderId: first.id })
    const intentId = await market.card.pay(await secretOf())
    expect(await record(intentId, first.id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['CANCELLED', 'PLACED'])
    expect(await record(await market.card.pay(await secretOf()), second.id)).toMatchObject({ status: 200 })
    expect(await market.checkLedger()).toEqual([])
  })

  it('pays the order that was named while the provider was away, once it is back', async () => {
    const { first, second, secretOf, record } = await twins()
    const intentId = await market.card.pay(await secretOf())
    await settlePayment(market.platform, { intentId })
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    cardPayments.retrieveIntent = () => Promise.reject(new DomainError('PROVIDER_UNAVAILABLE', 'Away'))
    const answer = await record(intentId, second.id)
    cardPayments.retrieveIntent = retrieveIntent
    expect(answer).toMatchObject({ status: 503 })
    await market.runJobs()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['PLACED', 'PAID'])
  })

  it('pays the order that is named, though that order’s own payment is started at the same moment', async () => {
    const buyer = await client.user()
    const as = buyer.as
    const older = await market.order({ buyerId: buyer.id })
    const { body } = await client.send('POST', '/create-payment-intent', { as, body: { price: 200 } })
    const newer = await market.order({ buyerId: buyer.id })
    const intentId = await market.card.pay((body as { clientSecret: string }).clientSecret)
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    cardPayments.retrieveIntent = async id => {
      // Named and closed already, and not yet settled.
      cardPayments.retrieveIntent = retrieveIntent
      await market.as(buyer.id).payments.createIntent({ orderId: newer.id })
      return retrieveIntent(id)
    }
    const record = { price: 200, email: buyer.email, transactionId: intentId, bookingId: newer.id }
    expect(await client.send('POST', '/payments', { as, body: record })).toMatchObject({ status: 200 })
    expect([await stateOf(older.id), await stateOf(newer.id)]).toEqual(['PLACED', 'PAID'])
    expect(await market.checkLedger()).toEqual([])
  })

  it('is the order’s whose payment is started last, whatever was named before it was charged', async () => {
    const buyer = await client.user()
    const as = buyer.as
    const older = await market.order({ buyerId: buyer.id })
    const intend = (body: object) => client.send('POST', '/create-payment-intent', { as, body })
    const { body } = await intend({ price: 200 })
    const { clientSecret } = body as { clientSecret: string }
    const newer = await market.order({ buyerId: buyer.id })
    const transactionId = intentOf(clientSecret)
    const early = { price: 200, email: buyer.email, transactionId, bookingId: newer.id }
    expect(await client.send('POST', '/payments', { as, body: early })).toMatchObject({ status: 409 })
    expect((await intend({ price: 200, bookingId: older.id })).body).toEqual({ clientSecret })
    await market.card.pay(clientSecret)
    await settlePayment(market.platform, { intentId: transactionId })
    expect([await stateOf(older.id), await stateOf(newer.id)]).toEqual(['PAID', 'PLACED'])
  })

  it('named for an order of another price leaves that order’s own payment alone', async () => {
    const { buyer, secretOf } = await twins()
    const other = await market.order({ buyerId: buyer.id, priceCents: 30_000 })
    const own = await market.as(buyer.id).payments.createIntent({ orderId: other.id })
    const transactionId = await market.card.pay(await secretOf())
    const body = { price: 300, email: buyer.email, transactionId, bookingId: other.id }
    expect(await client.send('POST', '/payments', { as: buyer.as, body })).toMatchObject({ status: 409 })
    await expect(market.card.pay(own.clientSecret)).resolves.toBeDefined()
  })

  it('leaves an order that it was first made for to be paid', async () => {
    const buyer = await client.user()
    const older = await market.order({ buyerId: buyer.id })
    const as = buyer.as
    const intend = () => client.send('POST', '/create-payment-intent', { as, body: { price: 200 } })
    const pay = async () => market.card.pay(((await intend()).body as { clientSecret: string }).clientSecret)
    const moved = await pay()
    const newer = await market.order({ buyerId: buyer.id })
    const record = (transactionId: string, bookingId: string) =>
      client.send('POST', '/payments', { as, body: { price: 200, email: buyer.email, transactionId, bookingId } })
    expect(await record(moved, newer.id)).toMatchObject({ status: 200 })
    // Its next one ends at the provider, too.
    const { clientSecret } = (await intend()).body as { clientSecret: string }
    await market.platform.cardPayments.cancelIntent(intentOf(clientSecret))
    expect(await record(await pay(), older.id)).toMatchObject({ status: 200 })
    expect([await stateOf(older.id), await stateOf(newer.id)]).toEqual(['PAID', 'PAID'])
  })

  it('cannot be charged any more once the orders of its price are paid; one that was quicker goes back at once', async () => {
    for (const isQuicker of [false, true]) {
      const { buyer, first, second, secretOf } = await twins()
      const secret = await secretOf()
      for (const { id: orderId } of [first, second]) {
        const own = await market.as(buyer.id).payments.createIntent({ orderId })
        await settlePayment(market.platform, { intentId: await market.card.pay(own.clientSecret) })
      }
      if (isQuicker) {
        const intentId = await market.card.pay(secret)
        expect(await settlePayment(market.platform, { intentId })).toMatchObject({ outcome: 'refunded' })
      }
      await market.runJobs()
      if (isQuicker)
        expect(await market.card.intent(intentOf(secret))).toMatchObject({ latest_charge: { refunded: true } })
      else await expect(market.card.pay(secret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    }
    expect(await market.checkLedger()).toEqual([])
  })

  it('takes no order’s place once a bank disputes it', async () => {
    const { buyer, second, secretOf, intend } = await twins()
    const intentId = await market.card.pay(await secretOf())
    const disputeId = await market.card.dispute(intentId)
    await settlePayment(market.platform, { intentId })
    for (const decide of [() => undefined, () => market.card.bank.decideDispute(disputeId, 'lose')]) {
      await decide()
      await settlePayment(market.platform, { intentId })
      expect(await intend()).toMatchObject({ status: 200 })
      await expect(market.as(buyer.id).payments.createIntent({ orderId: second.id })).resolves.toBeDefined()
    }
  })
})
