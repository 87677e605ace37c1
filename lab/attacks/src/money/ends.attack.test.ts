import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
})
afterAll(() => market.close())

async function booked() {
  const people = usersOf(market)
  const [buyer, seller] = [await people.person(), await people.person('SELLER')]
  const { id: listingId } = await market.listing({ sellerId: seller.id })
  const place = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
  const { orderId } = await market.as(buyer.id).orders.place(place)
  const others = [await people.person(), await people.person('SELLER')]
  return { orderId, listingId, buyer, seller, others, admin: await people.person('ADMIN') }
}

async function paid() {
  const order = await booked()
  const caller = market.as(order.buyer.id)
  const { clientSecret } = await caller.payments.createIntent({ orderId: order.orderId })
  await caller.payments.confirm({ orderId: order.orderId, transactionId: await market.card.pay(clientSecret) })
  return order
}

const stateOf = async (id: string) => (await market.database.order.findUniqueOrThrow({ where: { id } })).state

describe('a bait price', () => {
  it('A118 is booked at no other price than was shown', async () => {
    const { as, email } = await usersOf(market).person()
    const { id: listingId } = await market.listing({ resalePriceCents: 99_999_999 })
    const place = { listingId, phone: '555 0100', meetingPlace: 'Library' }
    await attack.refused(() => attack.rpc('orders.place', { ...place, expectedPriceCents: 10_000 }, { as }), 409)
    await attack.refused(() => attack.rpc('orders.place', place, { as }), 400)
    const body = { product: 'x', productId: listingId, email, price: 100, location: 'Library', phone: '555 0100' }
    expect((await attack.send('POST', '/orders', { as, body })).body).toMatchObject({ acknowledged: false })
    expect(await market.database.order.count({ where: { listingId } })).toBe(0)
  })
})

describe('the key of an attempt', () => {
  it('A119 reads no result of another person, call or input', async () => {
    const [one, other] = [await usersOf(market).person(), await usersOf(market).person()]
    const [{ id: first }, { id: second }] = [await market.listing(), await market.listing()]
    const place = { phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000, idempotencyKey: 'k' }
    expect((await attack.rpc('orders.place', { ...place, listingId: first }, { as: one.as })).status).toBe(200)
    await attack.refused(() => attack.rpc('orders.place', { ...place, listingId: first }, { as: other.as }), 409)
    await attack.refused(() => attack.rpc('orders.place', { ...place, listingId: second }, { as: one.as }), 409)
    const favorite = { listingId: first, favorite: true, idempotencyKey: 'k' }
    await attack.refused(() => attack.rpc('listings.setFavorite', favorite, { as: one.as }), 409)
  })
})

describe('the end of another’s order', () => {
  it('A120 is nobody’s to bring about but its sides’ and an admin’s', async () => {
    const { orderId, buyer, others } = await booked()
    const release = { orderId, reason: 'x' }
    for (const { as } of [buyer, ...others]) {
      const { status } = await attack.rpc('orders.release', release, { as })
      expect([403, 404]).toContain(status)
    }
    expect(await stateOf(orderId)).toBe('PLACED')
  })

  it('A121 a handover is claimed, confirmed, denied and decided by whose it is alone, and not while it is disputed', async () => {
    const { orderId, buyer, seller, others, admin } = await paid()
    const reason = 'x'
    const calls: [string, object, { as: string }[]][] = [
      ['orders.claimHandover', { orderId }, [buyer, admin, ...others]],
      ['orders.confirmHandover', { orderId }, [seller, admin, ...others]],
      ['orders.denyHandover', { orderId, reason }, [seller, admin, ...others]],
      ['orders.decideHandover', { orderId, outcome: 'REFUNDED', reason }, [buyer, seller, ...others]],
    ]
    for (const [path, input, callers] of calls) {
      for (const { as } of callers) expect([403, 404]).toContain((await attack.rpc(path, input, { as })).status)
    }
    const decide = { orderId, outcome: 'HANDED_OVER', reason }
    await attack.refused(() => attack.rpc('orders.decideHandover', decide, { as: admin.as }), 409)
    expect(await stateOf(orderId)).toBe('PAID')
  })
})

describe('the money of a phone that was handed over', () => {
  it('A269 is released by its buyer alone, and not while their bank disputes it', async () => {
    const { orderId, buyer, seller, others, admin } = await paid()
    await attack.refused(() => attack.rpc('orders.acceptPhone', { orderId }, { as: buyer.as }), 409)
    await market.as(buyer.id).orders.confirmHandover({ orderId })
    for (const { as } of [seller, admin, ...others])
      await attack.refused(() => attack.rpc('orders.acceptPhone', { orderId }, { as }), 404)
    const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    const dispute = { paymentId, providerId: `du_${orderId}`, amountCents: 20_000, reason: 'x', openedAt: new Date() }
    await market.database.dispute.create({ data: { ...dispute, state: 'UNDER_REVIEW' } })
    await attack.refused(() => attack.rpc('orders.acceptPhone', { orderId }, { as: buyer.as }), 409)
    expect(await stateOf(orderId)).toBe('HANDED_OVER')
    expect(await market.database.ledgerTransaction.count({ where: { act: 'ORDER_RELEASED', orderId } })).toBe(0)
  })
})

describe('what is said about another’s order', () => {
  it('A122 is read and written by its sides alone; an admin reads it, without code and phone', async () => {
    const { orderId, seller, buyer, others, admin } = await paid()
    const { proposalId } = await market
      .as(seller.id)
      .orders.proposeMeeting({ orderId, meetingPlace: 'Station', meetingTime: null })
    for (const { as } of others) {
      await attack.refused(() => attack.rpc('orders.addNote', { orderId, text: 'x' }, { as }), 404)
      await attack.refused(() => attack.rpc('orders.acceptProposal', { orderId, proposalId }, { as }), 404)
      await attack.refused(() => attack.rpc('orders.withdrawProposal', { orderId, proposalId }, { as }), 404)
      await expect(market.as(others[0]?.id ?? '').orders.details({ orderId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    await attack.refused(() => attack.rpc('orders.acceptProposal', { orderId, proposalId }, { as: seller.as }), 409)
    const seen = JSON.stringify(await market.as(admin.id).orders.details({ orderId }))
    const { handoverCode } = await market.as(buyer.id).orders.details({ orderId })
    expect(seen).not.toContain('555 0100')
    expect(seen).not.toContain(`"${handoverCode}"`)
  })
})
