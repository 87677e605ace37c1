import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket()
  attack = attackOn(market)
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

async function handedOver() {
  const people = usersOf(market)
  const [buyer, seller] = [await people.person(), await people.person('SELLER')]
  const { id: listingId } = await market.listing({ sellerId: seller.id })
  const place = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
  const caller = market.as(buyer.id)
  const { orderId } = await caller.orders.place(place)
  const { clientSecret } = await caller.payments.createIntent({ orderId })
  await caller.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  await caller.orders.confirmHandover({ orderId })
  const others = [await people.person(), await people.person('SELLER')]
  const claim = { orderId, reason: 'OTHER', text: 'A secret scratch', images: [], wish: 'MONEY_BACK', wishCents: null }
  const open = (input: object = {}, as = buyer.as) => attack.rpc('claims.open', { ...claim, ...input }, { as })
  return { orderId, buyer, seller, others, admin: await people.person('ADMIN'), open }
}

async function claimed() {
  const order = await handedOver()
  expect((await order.open()).status).toBe(200)
  return order
}

const stateOf = async (id: string) => (await market.database.order.findUniqueOrThrow({ where: { id } })).state

describe('a claim', () => {
  it('A286 is read by its two sides and admins alone, and acted on by whose turn it is', async () => {
    const { orderId, buyer, seller, others, admin } = await claimed()
    for (const { as } of others) {
      await attack.refused(() => attack.rpc('orders.details', { orderId }, { as }), 404)
      await attack.refused(() => attack.rpc('claims.withdraw', { orderId }, { as }), 404)
      await attack.refused(() => attack.rpc('cases.byOrder', { orderId }, { as }), 403)
    }
    const answer = { orderId, answer: 'AGREED', offerCents: null }
    await attack.refused(() => attack.rpc('claims.answer', answer, { as: buyer.as }), 403)
    await attack.refused(() => attack.rpc('claims.answer', answer, { as: others[1]?.as ?? '' }), 404)
    await attack.refused(() => attack.rpc('claims.acceptOffer', { orderId, offerCents: 1 }, { as: buyer.as }), 409)
    const decision = { orderId, decision: 'REFUND', refundCents: null, leftCents: 20_000, reason: 'x' }
    for (const { as } of [buyer, seller]) await attack.refused(() => attack.rpc('cases.decide', decision, { as }), 403)
    await attack.refused(() => attack.rpc('cases.decide', decision, { as: admin.as }), 409)
    expect(await stateOf(orderId)).toBe('CLAIMED')
  })

  it('A287 is answered once, whatever many answers come at once, and refunds once', async () => {
    const { orderId, seller } = await claimed()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        attack.rpc(
          'claims.answer',
          index % 2 === 0
            ? { orderId, answer: 'AGREED', offerCents: null }
            : { orderId, answer: 'OFFERED', offerCents: 100 * index },
          { as: seller.as },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await market.database.refund.count({ where: { payment: { orderId } } })).toBeLessThanOrEqual(1)
  })

  it('A288 asks for no more than the price, no less than a cent, and no other currency of numbers', async () => {
    const { orderId, open } = await handedOver()
    await attack.refused(() => open({ wish: 'PART', wishCents: 20_001 }), 400)
    for (const wishCents of [0, -1, 0.5, 1e12, '100', null])
      await attack.refused(() => open({ wish: 'PART', wishCents }), 400)
    await attack.refused(() => open({ wishCents: 100 }), 400)
    await attack.refused(() => open({ text: '' }), 400)
    await attack.refused(() => open({ text: 'x'.repeat(1001) }), 400)
    expect(await stateOf(orderId)).toBe('HANDED_OVER')
  })

  it('A289 shows no picture of another, and no more than six', async () => {
    const { open, seller } = await handedOver()
    const reference = `/images/${'ab'.repeat(16)}.webp`
    await market.upload({ userId: seller.id, reference })
    await attack.refused(() => open({ images: [reference] }), 400)
    await attack.refused(() => open({ images: ['https://elsewhere.test/x.webp'] }), 400)
    await attack.refused(() => open({ images: Array.from({ length: 7 }, () => reference) }), 400)
  })

  it('A290 comes neither after the window, nor after the release, nor twice, nor from the seller', async () => {
    const late = await handedOver()
    await attack.refused(() => late.open({}, late.seller.as), 404)
    await market.timePasses({ hours: 48 })
    await attack.refused(() => late.open(), 409)
    await market.runJobs()
    expect(await stateOf(late.orderId)).toBe('RELEASED')
    await attack.refused(() => late.open(), 409)
    const { open, orderId, buyer } = await claimed()
    await attack.refused(() => open(), 409)
    await attack.refused(() => attack.rpc('orders.acceptPhone', { orderId }, { as: buyer.as }), 409)
  })

  it('A291 returns no money for a guessed code, and a spent code opens nothing', async () => {
    const { orderId, seller, buyer, open } = await handedOver()
    await open({ wish: 'RETURN' })
    await attack.rpc('claims.answer', { orderId, answer: 'AGREED', offerCents: null }, { as: seller.as })
    const { returnCode } = await market.database.claim.findUniqueOrThrow({ where: { orderId } })
    const seen = await attack.rpc('orders.details', { orderId }, { as: buyer.as })
    expect(JSON.stringify(seen.body)).not.toContain(returnCode)
    const wrong = returnCode === '000000' ? '000001' : '000000'
    // Each wrong one is counted.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await attack.rpc('claims.confirmReturn', { orderId, code: wrong }, { as: buyer.as })).status).toBe(409)
    const right = { orderId, code: returnCode }
    await attack.refused(() => attack.rpc('claims.confirmReturn', right, { as: buyer.as }), 429)
    expect(await stateOf(orderId)).toBe('RETURNING')
  })
})
