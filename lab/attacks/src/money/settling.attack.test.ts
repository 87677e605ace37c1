import { enforceDeadlines } from '@second-ring/api/payments/enforce-deadlines'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

async function paid() {
  const { person } = usersOf(market)
  const [buyer, seller, admin] = [await person(), await person('SELLER'), await person('ADMIN')]
  const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
  const { id: orderId } = await market.order({ buyerId: buyer.id, listingId })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId: intentId })
  return {
    ...{ orderId, listingId, buyer, seller, admin },
    refunds: () => market.card.refunds(intentId),
    /** An admin refunds a part at the provider's own site. */
    async refundAtProvider(cents: number) {
      await market.card.refund(intentId, cents)
      await settlePayment(market.platform, { intentId })
    },
    stateOf: async () => (await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).state,
    claimState: async () => (await market.database.claim.findUniqueOrThrow({ where: { orderId } })).state,
  }
}

async function handedOver() {
  const order = await paid()
  const { orderId, buyer } = order
  await market.as(buyer.id).orders.confirmHandover({ orderId })
  const problem = { orderId, reason: 'OTHER', text: 'A scratch', images: [], wish: 'MONEY_BACK', wishCents: null }
  const open = (wish: object = {}) => attack.rpc('claims.open', { ...problem, ...wish }, { as: buyer.as })
  return { ...order, open }
}

describe('a claim', () => {
  it('A304 pays no part twice that went back at the provider meanwhile', async () => {
    const asked = await handedOver()
    await asked.open({ wish: 'PART', wishCents: 12_000 })
    await asked.refundAtProvider(12_000)
    const agreed = { orderId: asked.orderId, answer: 'AGREED', offerCents: null }
    await attack.refused(() => attack.rpc('claims.answer', agreed, { as: asked.seller.as }), 409)
    const offered = await handedOver()
    const { orderId, buyer, seller } = offered
    await offered.open()
    await attack.rpc('claims.answer', { orderId, answer: 'OFFERED', offerCents: 8_000 }, { as: seller.as })
    await offered.refundAtProvider(12_000)
    const accept = { orderId, offerCents: 8_000 }
    await attack.refused(() => attack.rpc('claims.acceptOffer', accept, { as: buyer.as }), 409)
    for (const order of [asked, offered]) {
      expect(await order.stateOf()).toBe('CLAIMED')
      expect(await order.refunds()).toHaveLength(1)
    }
    expect((await attack.rpc('claims.askAdmin', { orderId }, { as: buyer.as })).status).toBe(200)
  })

  it('A305 is decided by nobody who was shown another sum', async () => {
    const { orderId, seller, admin, open, refundAtProvider, claimState } = await handedOver()
    await open()
    await attack.rpc('claims.answer', { orderId, answer: 'DISAGREED', offerCents: null, text: 'No' }, { as: seller.as })
    await refundAtProvider(12_000)
    const decide = (decision: string, more: object = {}) =>
      attack.rpc('cases.decide', { orderId, decision, refundCents: null, reason: 'x', ...more }, { as: admin.as })
    for (const decision of ['REFUND', 'RETURN', 'RELEASE'])
      await attack.refused(() => decide(decision, { leftCents: 20_000 }), 409)
    await attack.refused(() => decide('REFUND_PART', { leftCents: 20_000, refundCents: 8_000 }), 409)
    for (const leftCents of [undefined, null, -1, 0.5, '8000'])
      await attack.refused(() => decide('REFUND', { leftCents }), 400)
    expect(await claimState()).toBe('UNDECIDED')
  })

  it('A306 waits for nobody who is suspended, removed or leaves while it is opened or answered', async () => {
    const isWaitedFor = async (orderId: string) =>
      (await market.database.claim.count({
        where: { orderId, state: { in: ['SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING'] } },
      })) > 0
    for (const act of ['accounts.suspend', 'accounts.removeUser']) {
      const [opened, answered] = [await handedOver(), await handedOver()]
      await answered.open({ wish: 'RETURN' })
      const send = ({ seller, admin }: typeof opened) =>
        attack.rpc(act, { userId: seller.id, reason: 'Too many complaints' }, { as: admin.as })
      const agreed = { orderId: answered.orderId, answer: 'AGREED', offerCents: null }
      await Promise.all([
        opened.open(),
        send(opened),
        attack.rpc('claims.answer', agreed, { as: answered.seller.as }),
        send(answered),
      ])
      for (const { orderId } of [opened, answered]) expect([act, await isWaitedFor(orderId)]).toEqual([act, false])
      expect(await answered.claimState()).toBe('UNDECIDED')
    }
    const leaving = await handedOver()
    const leave = attack.rpc('accounts.requestDeletion', { confirmation: 'DELETE' }, { as: leaving.seller.as })
    await Promise.all([leave, leaving.open()])
    const { deletesAt } = await market.database.user.findUniqueOrThrow({ where: { id: leaving.seller.id } })
    expect([deletesAt !== null, await isWaitedFor(leaving.orderId)]).not.toEqual([true, true])
  })
})

describe('the phone of a seller who did not come', () => {
  it('A307 is booked by nobody, whether they admit it, the time is over, or both at once', async () => {
    const { orderId, listingId, buyer, seller, refunds, stateOf } = await paid()
    await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(Date.now() - 1000) } })
    await market.as(buyer.id).orders.reportNoShow({ orderId, text: 'Nobody came' })
    await market.timePasses({ hours: 24 })
    const next = await usersOf(market).person()
    const wanted = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    const book = () => attack.rpc('orders.place', wanted, { as: next.as })
    const [booked] = await Promise.all([
      book(),
      attack.rpc('orders.admitNoShow', { orderId }, { as: seller.as }),
      enforceDeadlines(market.platform),
      enforceDeadlines(market.platform),
    ])
    await market.runJobs()
    expect(await stateOf()).toBe('REFUNDED')
    expect(await refunds()).toHaveLength(1)
    expect([404, 409]).toContain(booked.status)
    await attack.refused(book, 404, 409)
    expect(await market.database.order.count({ where: { listingId } })).toBe(1)
  })
})
