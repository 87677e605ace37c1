import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nowS, signatureOf } from '../forge/provider-event.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let second: ApiProcess
let attack: ReturnType<typeof attackOn>
let buyer: Person
let seller: Person
let rival: Person
let admin: Person
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  const { person } = usersOf(market)
  buyer = await person()
  ;[seller, rival] = [await person('SELLER'), await person('SELLER')]
  admin = await person('ADMIN')
  second = await market.startProcess()
})
afterAll(async () => {
  await second.stop()
  await market.close()
})
afterEach(async () => expect(await market.checkLedger()).toEqual([]))

async function paid() {
  const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
  const { id: orderId } = await market.order({ buyerId: buyer.id, listingId })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  const { paymentId } = await market.as(buyer.id).payments.confirm({ orderId, transactionId: intentId })
  return { orderId, listingId, intentId, paymentId }
}

const input = (orderId: string) => ({ orderId, reason: 'It does not charge', relist: false })

function deliver(body: string, signature: string | null) {
  return attack.send('POST', '/webhooks/card-payments', {
    raw: new Blob([body]),
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
  })
}

/** What an attacker would like the product to hear of a refund or a dispute. */
const lie = (type: string, object: object) =>
  JSON.stringify({ id: `evt_${type}`, object: 'event', created: nowS(), type, data: { object } })

const lies = (intentId: string) => [
  lie('refund.updated', {
    id: 're_1',
    object: 'refund',
    payment_intent: intentId,
    status: 'succeeded',
    amount: 20_000,
  }),
  lie('refund.failed', { id: 're_1', object: 'refund', payment_intent: intentId, status: 'failed', amount: 20_000 }),
  lie('charge.dispute.closed', { id: 'du_1', object: 'dispute', payment_intent: intentId, status: 'lost' }),
  lie('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intentId, amount_refunded: 99_999_999 }),
]

async function statesOf(orderId: string) {
  const order = await market.database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, payments: { select: { state: true, refunds: true, disputes: true } } },
  })
  const { state, payments } = order
  return [state, ...payments.flatMap(({ state, refunds, disputes }) => [state, ...refunds, ...disputes].map(stateOf))]
}
const stateOf = (row: string | { state: string }) => (typeof row === 'string' ? row : row.state)

describe('an event of a refund or a dispute', () => {
  it('A111 that is unsigned, signed by another or too old is worth nothing', async () => {
    const { intentId } = await paid()
    for (const body of lies(intentId)) {
      await attack.refused(() => deliver(body, null), 400)
      await attack.refused(() => deliver(body, signatureOf(body, { secret: 'whsec_other' })), 400)
      await attack.refused(() => deliver(body, signatureOf(body, { at: nowS() - 400 })), 400)
    }
  })

  it('A112 is not believed: what the provider says counts, however it is signed', async () => {
    const { orderId, intentId } = await paid()
    for (const body of lies(intentId)) expect((await deliver(body, signatureOf(body))).status).toBe(200)
    expect(await statesOf(orderId)).toEqual(['PAID', 'SUCCEEDED'])
  })

  it('A113 delivered again and again, old ones after new, has one effect', async () => {
    const { orderId, intentId } = await paid()
    const disputeId = await market.card.dispute(intentId)
    for (const event of await market.eventsOf(intentId)) expect(await event.deliver()).toBe(200)
    await market.card.bank.decideDispute(disputeId, 'lose')
    const all = await market.eventsOf(intentId)
    const statuses = await Promise.all([...all, ...all, ...all].map(event => event.deliver()))
    for (const event of all.reverse()) statuses.push(await event.deliver())
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await statesOf(orderId)).toEqual(['REFUNDED', 'SUCCEEDED', 'LOST'])
    const acts = { action: { in: ['payment.dispute', 'payment.dispute-closed', 'order.refund'] } }
    const audited = await market.database.auditEntry.findMany({
      where: acts,
      select: { action: true, subjectId: true },
    })
    const { payments } = await market.database.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { payments: { select: { id: true } } },
    })
    const ids = [orderId, payments[0]?.id]
    expect(
      audited
        .filter(({ subjectId }) => ids.includes(subjectId))
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['order.refund', 'payment.dispute', 'payment.dispute-closed'])
  })
})

describe('a refund', () => {
  it('A114 asked by seller and admin eight times at once, on two processes, with an amount of one’s own: the sum once', async () => {
    const { orderId, intentId } = await paid()
    const ask = ({ as }: Person, url: string) =>
      fetch(`${url}/trpc/payments.refund`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: as },
        body: JSON.stringify({ ...input(orderId), amount: 99_999_999, amountCents: 99_999_999 }),
      })
    const asked = [seller, admin, seller, admin].flatMap(by => [ask(by, market.url), ask(by, second.url)])
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(7)
    await market.runJobs()
    const refunds = await market.card.refunds(intentId)
    expect(refunds.map(({ amount }) => amount)).toEqual([20_000])
  })

  it('A115 of money that the bank holds, and a handover meanwhile, are answered 409 without an effect', async () => {
    const { orderId, intentId } = await paid()
    await market.card.dispute(intentId)
    for (const event of await market.eventsOf(intentId)) await event.deliver()
    const { handoverCode: code } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    await attack.refused(() => attack.rpc('payments.refund', input(orderId), { as: seller.as }), 409)
    await attack.refused(() => attack.rpc('payments.refund', input(orderId), { as: admin.as }), 409)
    await attack.refused(() => attack.rpc('orders.handOver', { orderId, code }, { as: seller.as }), 409)
  })

  it('A116 during which a bank disputes the charge: handed over or given back, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, intentId } = await paid()
      const { handoverCode: code } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
      const disputeId = await market.card.dispute(intentId)
      await market.card.bank.decideDispute(disputeId, 'lose')
      const events = await market.eventsOf(intentId)
      await Promise.all([
        ...events.map(one => one.deliver()),
        attack.rpc('orders.handOver', { orderId, code }, { as: seller.as }),
        attack.rpc('payments.refund', input(orderId), { as: admin.as }),
      ])
      await market.runJobs()
      expect(await market.card.refunds(intentId)).toEqual([])
      expect(['HANDED_OVER', 'REFUNDED']).toContain((await statesOf(orderId))[0])
    }
  })
})

describe('what is open', () => {
  it('A117 is read and asked again by admins alone; an order’s money by its parties', async () => {
    const { orderId, paymentId } = await paid()
    const calls: [string, object][] = [
      ['payments.open', { limit: 20 }],
      ['payments.summary', {}],
      ['payments.askRefundAgain', { paymentId }],
    ]
    for (const [path, asked] of calls) {
      await attack.refused(() => attack.rpc(path, asked), 401)
      for (const { as } of [buyer, seller]) await attack.refused(() => attack.rpc(path, asked, { as }), 403)
    }
    await attack.refused(() => attack.rpc('payments.ofOrder', { orderId }), 401)
    await attack.refused(() => attack.rpc('payments.ofOrder', { orderId }, { as: rival.as }), 404)
    for (const kind of ['paid', '', null, ['owed'], { not: 'owed' }]) {
      await attack.refused(() => attack.rpc('payments.open', { kind, limit: 20 }, { as: admin.as }), 400)
    }
    await attack.refused(() => attack.rpc('payments.askRefundAgain', { paymentId }, { as: admin.as }), 409)
  })
})
