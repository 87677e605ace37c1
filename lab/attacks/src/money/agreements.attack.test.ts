import { enforceDeadlines } from '@second-ring/api/payments/enforce-deadlines'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let buyer: Person
let seller: Person
let others: Person[]
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  const { person } = usersOf(market)
  ;[buyer, seller] = [await person(), await person('SELLER')]
  others = [await person(), await person('SELLER'), await person('ADMIN')]
})
afterAll(() => market.close())
afterEach(async () => {
  // What was handed over is released by now, where time has passed.
  await enforceDeadlines(market.platform)
  expect(await market.checkLedger()).toEqual([])
})

async function paid() {
  const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
  const { id: orderId } = await market.order({ buyerId: buyer.id, listingId })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId: intentId })
  const order = () => market.database.order.findUniqueOrThrow({ where: { id: orderId }, include: { listing: true } })
  return { orderId, intentId, order, refunds: () => market.card.refunds(intentId) }
}

async function proposed(by: Person) {
  const deal = await paid()
  const { orderId } = deal
  const { proposalId } = await market.as(by.id).orders.proposeCancellation({ orderId, reason: 'Changed my mind' })
  const accept = (as: string, more: object = {}) =>
    attack.rpc('orders.acceptCancellation', { orderId, proposalId, ...more }, { as })
  return { ...deal, proposalId, accept }
}

describe('a cancellation by agreement', () => {
  it('A280 is not accepted by who proposed it, nor by anybody else than the other side', async () => {
    const { orderId, proposalId, accept, refunds } = await proposed(buyer)
    await attack.refused(() => accept(buyer.as), 409)
    for (const { as } of others) {
      await attack.refused(() => accept(as), 404)
      await attack.refused(() => attack.rpc('orders.declineCancellation', { orderId, proposalId }, { as }), 404)
    }
    const other = await proposed(buyer)
    // The proposal of another order.
    const input = { orderId, proposalId: other.proposalId }
    await attack.refused(() => attack.rpc('orders.acceptCancellation', input, { as: seller.as }), 409)
    expect(await refunds()).toEqual([])
  })

  it('A281 gives the money back once, however often it is accepted, and beside a handover by the code', async () => {
    const twice = await proposed(buyer)
    const answers = await Promise.all([1, 2, 3].map(() => twice.accept(seller.as)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await market.runJobs()
    expect(await twice.refunds()).toHaveLength(1)
    const raced = await proposed(seller)
    const { handoverCode: code } = await raced.order()
    await Promise.all([
      raced.accept(buyer.as),
      attack.rpc('orders.handOver', { orderId: raced.orderId, code }, { as: seller.as }),
    ])
    await market.runJobs()
    const { state } = await raced.order()
    expect(await raced.refunds()).toHaveLength(state === 'REFUNDED' ? 1 : 0)
    expect(['REFUNDED', 'HANDED_OVER']).toContain(state)
  })

  it('A282 is not accepted after the handover, nor after its 48 hours', async () => {
    const handedOver = await proposed(seller)
    await market.as(buyer.id).orders.confirmHandover({ orderId: handedOver.orderId })
    await attack.refused(() => handedOver.accept(buyer.as), 409)
    const late = await proposed(buyer)
    await market.timePasses({ hours: 49 })
    await attack.refused(() => late.accept(seller.as), 409)
    expect(await late.refunds()).toEqual([])
  })

  it('A283 puts no phone up for sale by the buyer’s word', async () => {
    const { accept, order } = await proposed(seller)
    expect((await accept(buyer.as, { relist: true })).status).toBe(200)
    expect((await order()).listing.state).toBe('REMOVED')
  })
})

describe('a no-show', () => {
  const text = 'Nobody came'

  it('A284 is not reported before the agreed time, without one, by a stranger, or twice', async () => {
    const { orderId } = await paid()
    const report = (as: string) => attack.rpc('orders.reportNoShow', { orderId, text }, { as })
    await attack.refused(() => report(buyer.as), 409)
    const meetingTime = new Date(Date.now() + 3_600_000)
    await market.database.order.update({ where: { id: orderId }, data: { meetingTime } })
    await attack.refused(() => report(buyer.as), 409)
    await market.timePasses({ hours: 2 })
    for (const { as } of others) await attack.refused(() => report(as), 404)
    const reports = await Promise.all([buyer, buyer, seller, seller].map(({ as }) => report(as)))
    expect(reports.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('A285 is answered by who is said not to have come alone, and refunds once', async () => {
    const { orderId, refunds, order } = await paid()
    await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(Date.now() - 1000) } })
    await market.as(buyer.id).orders.reportNoShow({ orderId, text })
    await attack.refused(() => attack.rpc('orders.admitNoShow', { orderId }, { as: buyer.as }), 409)
    for (const { as } of others) {
      await attack.refused(() => attack.rpc('orders.admitNoShow', { orderId }, { as }), 404)
      await attack.refused(() => attack.rpc('orders.denyNoShow', { orderId, text }, { as }), 404)
    }
    await Promise.all([1, 2, 3].map(() => attack.rpc('orders.admitNoShow', { orderId }, { as: seller.as })))
    await market.runJobs()
    expect((await order()).ending).toBe('SELLER_NO_SHOW')
    expect(await refunds()).toHaveLength(1)
  })
})
