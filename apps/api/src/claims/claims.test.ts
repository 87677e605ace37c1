import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, claimed, codeOf, handedOver, undecided } from './testing/claimed-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const pictureOf = (byte: string) => `/images/${byte.repeat(16)}.webp`
const HOUR_MS = 3_600_000
const pass = (hours: number) => market.timePasses({ hours })

describe('a claim', () => {
  it('holds the money beyond the 48 hours of the buyer, and asks the seller within 48 hours', async () => {
    const order = await handedOver(market)
    const { dueAt } = await order.open({ wish: 'PART', wishCents: 4_500 })
    expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(47 * HOUR_MS)
    expect(await order.state()).toBe('CLAIMED')
    const [message] = await order.messages('claim-opened', order.sellerId)
    expect(message).toContain('it does not work. They want: $45 back.')
    expect(message).toContain('“The screen stays black.”')
    await pass(47)
    await market.runJobs()
    expect(await order.state()).toBe('CLAIMED')
    expect(await balanceOf(market, order.sellerId)).toBe(0)
    expect(await codeOf(order.buyer.orders.acceptPhone({ orderId: order.orderId }))).toBe('ORDER_NOT_OPEN')
  })

  it('is read by both sides and an admin, and shows who may do what', async () => {
    const order = await claimed(market)
    const read = async (who: typeof order.buyer) => {
      const { claim, can } = await who.orders.details({ orderId: order.orderId })
      return { claim, can: can.filter(act => act !== 'addNote') }
    }
    const claim = {
      reason: 'DOES_NOT_WORK',
      text: 'The screen stays black.',
      state: 'SELLER_ANSWERS',
      returnCode: null,
    }
    expect(await read(order.buyer)).toMatchObject({ claim, can: ['withdrawClaim'] })
    expect(await read(order.seller)).toMatchObject({ claim, can: ['answerClaim'] })
    expect(await read(await market.asAdmin())).toMatchObject({ claim, can: [] })
    const { state } = await order.buyer.orders.byId({ orderId: order.orderId })
    expect(state).toBe('CLAIMED')
  })

  it('is opened once, by the buyer alone, within their time and with a part of the price', async () => {
    const order = await handedOver(market)
    const { orderId, seller } = order
    const claim = { orderId, reason: 'OTHER', text: 'No', wish: 'MONEY_BACK', wishCents: null } as const
    const input = { ...claim, images: [] }
    expect(await codeOf(seller.claims.open(input))).toBe('NOT_FOUND')
    expect(await codeOf((await market.asBuyer()).claims.open(input))).toBe('NOT_FOUND')
    expect(await codeOf((await market.asAdmin()).claims.open(input))).toBe('NOT_FOUND')
    expect(await codeOf(order.open({ images: [pictureOf('0f')] }))).toBe('INVALID_INPUT')
    await order.open({ wish: 'PART', wishCents: 19_999 })
    expect(await codeOf(order.open())).toBe('CONFLICT')
    const late = await handedOver(market)
    await pass(48)
    expect(await codeOf(late.open())).toBe('ORDER_NOT_OPEN')
    await market.runJobs()
    expect(await late.state()).toBe('RELEASED')
    expect(await codeOf(late.open())).toBe('ORDER_NOT_OPEN')
  })

  it.each([20_000, 20_001])(
    'asks for all of the money by its own name, and not for %i cents as a part',
    async wishCents => {
      const order = await handedOver(market)
      await expect(order.open({ wish: 'PART', wishCents })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'A part is less than all of it: enter less than $200. For all of it, choose “All of the money back”.',
      })
      await market.card.refund(order.intentId, 12_000)
      await order.settle()
      await expect(order.open({ wish: 'PART', wishCents: 8_000 })).rejects.toThrow('enter less than $80.')
      expect(await order.state()).toBe('HANDED_OVER')
    },
  )

  it('is of no use when all of the payment has gone back already', async () => {
    const order = await handedOver(market)
    await market.card.refund(order.intentId, 20_000)
    await order.settle()
    expect(await codeOf(order.open())).toBe('CONFLICT')
  })

  it('shows pictures that its buyer has uploaded, which then stay', async () => {
    const order = await handedOver(market)
    const picture = await market.upload({ userId: order.buyerId, reference: pictureOf('1a') })
    await order.open({ images: [picture] })
    const { claim } = await order.seller.orders.details({ orderId: order.orderId })
    expect(claim?.pictures.map(({ url }) => url)).toEqual([expect.stringContaining(picture)])
    const other = await handedOver(market)
    const theirs = await market.upload({ userId: order.sellerId, reference: pictureOf('2b') })
    expect(await codeOf(other.open({ images: [theirs] }))).toBe('INVALID_INPUT')
  })
})

describe('the seller who agrees', () => {
  it('gives all of the money back; the phone is not for sale again', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'AGREED' })
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'REQUESTED'])
    await market.runJobs()
    expect(await order.refundedCents()).toBe(20_000)
    expect(await order.claim()).toMatchObject({ state: 'REFUNDED', answer: 'AGREED', refundCents: 20_000, dueAt: null })
    expect(await balanceOf(market, order.sellerId)).toBe(0)
    expect(await order.messages('refunded', order.buyerId)).toEqual([
      'The seller agrees: $200 for Aurora 12 goes back to your card.',
    ])
  })

  it('gives a part back, and has the rest, less the fee of it', async () => {
    const order = await claimed(market, { wish: 'PART', wishCents: 5_000 })
    await order.answer({ answer: 'AGREED' })
    await market.runJobs()
    expect(await order.state()).toBe('PARTLY_REFUNDED')
    expect(await order.refundedCents()).toBe(5_000)
    // 5 % of what was not given back.
    expect(await balanceOf(market, order.sellerId)).toBe(14_250)
    expect(await order.claim()).toMatchObject({ state: 'PARTLY_REFUNDED', refundCents: 5_000 })
    const details = await order.buyer.orders.details({ orderId: order.orderId })
    expect(details).toMatchObject({ state: 'PARTLY_REFUNDED', refund: 'done' })
    expect(details.can).toEqual([])
    expect(details.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['claim-opened', 'claim-answered', 'refunded-in-part']),
    )
  })

  it('gives all back, and is said to, where an earlier release took all for a part', async () => {
    const order = await claimed(market, { wish: 'PART', wishCents: 5_000 })
    const { orderId, buyerId } = order
    await market.database.claim.update({ where: { orderId }, data: { wishCents: 20_000 } })
    await order.answer({ answer: 'AGREED' })
    expect(await order.state()).toBe('REFUNDED')
    expect(await order.claim()).toMatchObject({ state: 'REFUNDED', refundCents: 20_000 })
    expect(await order.messages('refund-partial', buyerId)).toEqual([])
    expect(await order.messages('refunded', buyerId)).toEqual([
      'The seller agrees: $200 for Aurora 12 goes back to your card.',
    ])
  })

  it('counts what went back at the provider before', async () => {
    const order = await handedOver(market)
    await market.card.refund(order.intentId, 3_000)
    await order.settle()
    await order.open({ wish: 'PART', wishCents: 16_000 })
    await order.answer({ answer: 'OFFERED', offerCents: 5_000 })
    await order.buyer.claims.acceptOffer({ orderId: order.orderId, offerCents: 5_000 })
    await market.runJobs()
    expect(await order.refundedCents()).toBe(8_000)
    expect(await balanceOf(market, order.sellerId)).toBe(11_400)
  })

  it('takes the phone back: then the money goes back, by the code that the seller shows', async () => {
    const order = await claimed(market, { wish: 'RETURN' })
    await order.answer({ answer: 'AGREED' })
    const { orderId, buyer, seller } = order
    expect(await order.state()).toBe('RETURNING')
    const { claim, can } = await seller.orders.details({ orderId })
    expect(claim?.returnCode).toMatch(/^\d{6}$/)
    expect(can).toEqual(expect.arrayContaining(['renewReturnCode', 'addNote', 'proposeMeeting']))
    const theirs = await buyer.orders.details({ orderId })
    expect(theirs.claim?.returnCode).toBeNull()
    expect(theirs.can).toContain('confirmReturn')
    const wrong = claim?.returnCode === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(buyer.claims.confirmReturn({ orderId, code: wrong }))).toBe('WRONG_CODE')
    const code = claim?.returnCode ?? ''
    expect(await codeOf(buyer.claims.confirmReturn({ orderId, code }))).toBe('TOO_MANY_REQUESTS')
    for (const [side, userId] of [
      [buyer, order.buyerId],
      [seller, order.sellerId],
    ] as const) {
      expect((await side.orders.details({ orderId })).codeUsedUp).toBe(true)
      expect((await order.notifications(userId)).filter(kind => kind === 'code-used-up')).toHaveLength(1)
    }
    expect((await seller.listings.mine({})).items).toMatchObject([
      { booking: { stage: 'RETURNING', codeUsedUp: true } },
    ])
    const { returnCode } = await seller.claims.renewReturnCode({ orderId })
    expect(await codeOf(seller.claims.confirmReturn({ orderId, code: returnCode }))).toBe('NOT_FOUND')
    expect((await buyer.orders.details({ orderId })).codeUsedUp).toBe(false)
    await buyer.claims.confirmReturn({ orderId, code: returnCode })
    await market.runJobs()
    expect(await order.states()).toEqual(['PHONE_RETURNED', 'REMOVED', 'REFUNDED', 'SUCCEEDED'])
    expect(await order.claim()).toMatchObject({ state: 'RETURNED', returnCode: null })
  })
})

it('the price of a phone counts in no estimate while a claim is open, and once the seller has the money', async () => {
  const order = await handedOver(market)
  const counts = () => market.database.soldPhone.count({ where: { orderId: order.orderId } })
  expect(await counts()).toBe(1)
  await order.open({ wish: 'RETURN' })
  expect(await counts()).toBe(0)
  await order.answer({ answer: 'AGREED' })
  expect(await counts()).toBe(0)
  await order.buyer.claims.withdraw({ orderId: order.orderId })
  expect(await counts()).toBe(1)
})

describe('a wrong code of a return', () => {
  it('is counted once when it is sent again under its key', async () => {
    const order = await claimed(market, { wish: 'RETURN' })
    await order.answer({ answer: 'AGREED' })
    const { orderId, buyer } = order
    const { returnCode } = await order.claim()
    const wrong = { orderId, code: returnCode === '000000' ? '000001' : '000000', idempotencyKey: 'a wrong code' }
    for (let repeat = 0; repeat < 6; repeat += 1)
      expect(await codeOf(buyer.claims.confirmReturn(wrong))).toBe('WRONG_CODE')
    expect(await order.claim()).toMatchObject({ returnAttempts: 1 })
    await buyer.claims.confirmReturn({ orderId, code: returnCode ?? '' })
    expect(await order.state()).toBe('REFUNDED')
  })
})

describe('the seller’s offer', () => {
  it('is the buyer’s to take: a part goes back', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 4_000, text: 'A new battery costs that.' })
    expect(await order.claim()).toMatchObject({ state: 'BUYER_ANSWERS', offerCents: 4_000 })
    const { orderId, buyer } = order
    expect(await codeOf(order.answer({ answer: 'AGREED' }))).toBe('CONFLICT')
    expect(await codeOf(buyer.claims.acceptOffer({ orderId, offerCents: 5_000 }))).toBe('CONFLICT')
    expect(await codeOf(order.seller.claims.acceptOffer({ orderId, offerCents: 4_000 }))).toBe('NOT_FOUND')
    await buyer.claims.acceptOffer({ orderId, offerCents: 4_000 })
    await market.runJobs()
    expect(await order.refundedCents()).toBe(4_000)
    expect(await balanceOf(market, order.sellerId)).toBe(15_200)
    expect(await order.messages('claim-closed', order.sellerId)).toEqual([
      'The buyer takes your offer for Aurora 12: $40 goes back to them, and $152 is yours.',
    ])
  })

  it.each([
    [{}, 'For all of it, choose “I agree”.'],
    [{ wish: 'PART', wishCents: 2_000 }, 'The buyer asked for $20.'],
    [{ wish: 'RETURN' }, 'The buyer wants to give the phone back.'],
  ] as const)('is less than all that is left, of a claim %o', async (wish, instead) => {
    const order = await claimed(market, wish)
    for (const offerCents of [20_000, 20_001]) {
      await expect(order.answer({ answer: 'OFFERED', offerCents })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: `A part is less than all of it: enter less than $200. ${instead}`,
      })
    }
    expect(await order.claim()).toMatchObject({ state: 'SELLER_ANSWERS', answer: null })
  })

  it('is taken as all of it where an earlier release took all for a part', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 100 })
    const { orderId, buyer } = order
    await market.database.claim.update({ where: { orderId }, data: { offerCents: 20_000 } })
    await buyer.claims.acceptOffer({ orderId, offerCents: 20_000 })
    expect(await order.state()).toBe('REFUNDED')
    expect(await order.messages('claim-closed', order.sellerId)).toEqual([
      'The buyer takes your offer for Aurora 12: $200 goes back to them.',
    ])
  })

  it('may be left to an admin', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 100 })
    await order.buyer.claims.askAdmin({ orderId: order.orderId })
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', caseOpenedAt: expect.any(Date) })
    expect(await order.messages('case-opened', order.sellerId)).toHaveLength(1)
    expect(await codeOf(order.buyer.claims.askAdmin({ orderId: order.orderId }))).toBe('CONFLICT')
  })
})

describe('a claim that its buyer withdraws', () => {
  it.each([
    ['before the seller answers', () => claimed(market)],
    ['while an admin decides', () => undecided(market)],
  ])('%s leaves the money to the seller', async (_when, make) => {
    const order = await make()
    expect(await codeOf(order.seller.claims.withdraw({ orderId: order.orderId }))).toBe('NOT_FOUND')
    await order.buyer.claims.withdraw({ orderId: order.orderId })
    expect(await order.state()).toBe('RELEASED')
    expect(await order.claim()).toMatchObject({ state: 'WITHDRAWN', refundCents: null })
    expect(await balanceOf(market, order.sellerId)).toBe(19_000)
  })
})
