import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setFee } from './set-fee.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000' })
})
afterAll(() => market.close())

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

interface Rule {
  basisPoints: number
  minimumCents?: number
  daysAgo?: number
  of?: 'seller' | 'category'
}

/** A seller with a category, and rules for them, each written when it begins to hold. */
async function under(rules: Rule[]) {
  const [{ id: sellerId }, { id: categoryId }] = [await market.user({ role: 'SELLER' }), await market.category()]
  for (const { basisPoints, minimumCents = 0, daysAgo: days = 1, of } of rules) {
    const times = { createdAt: daysAgo(Math.max(days, 0)), validFrom: daysAgo(days) }
    const whose = { ...(of === 'seller' && { sellerId }), ...(of === 'category' && { categoryId }) }
    await market.database.feeRule.create({ data: { basisPoints, minimumCents, ...times, ...whose } })
  }
  const quote = (priceCents = 20_000) => market.as(sellerId).fees.quote({ categoryId, priceCents })
  return { sellerId, categoryId, quote }
}

const feeOf = async (id: string) => (await market.database.order.findUniqueOrThrow({ where: { id } })).feeCents
const contact = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }

/** A phone of theirs, and what books it. */
async function phoneOf({ sellerId, categoryId }: { sellerId: string; categoryId: string }) {
  const { id: listingId } = await market.listing({ sellerId, categoryId })
  return { listingId, book: async () => (await market.asBuyer()).orders.place({ listingId, ...contact }) }
}

describe('the fee that holds', () => {
  it('is 5 % until another is set', async () => {
    const { quote } = await under([])
    expect(await quote()).toEqual({
      ...{ priceCents: 20_000, basisPoints: 500, minimumCents: 0 },
      ...{ feeCents: 1000, feeTaxCents: 0 },
    })
  })

  const seller = (basisPoints: number, days?: number): Rule => ({ basisPoints, of: 'seller', ...since(days) })
  const category = (basisPoints: number, days?: number): Rule => ({ basisPoints, of: 'category', ...since(days) })
  const since = (days?: number) => (days === undefined ? {} : { daysAgo: days })
  const later = -1
  it.each<[title: string, rules: Rule[], basisPoints: number]>([
    ['the category’s before the default', [category(400)], 400],
    ['the seller’s before the default', [seller(300)], 300],
    ['the seller’s before the category’s, also when it is older', [seller(300, 9), category(400, 1)], 300],
    ['the latest of a seller', [seller(200, 1), seller(300, 9)], 200],
    ['the latest of a category', [category(450, 9), category(400, 2)], 400],
    ['the last written of one moment', [category(400, 2), category(350, 2)], 350],
    ['none that is to come: a seller’s', [seller(100, later)], 500],
    ['none that is to come: a category’s', [category(100, later)], 500],
    ['the one before one that is to come', [seller(300), seller(100, later)], 300],
    ['the category’s while the seller’s is to come', [category(400), seller(100, later)], 400],
    ['nothing at all, where that is the rule', [seller(0)], 0],
  ])('is %s', async (_title, rules, basisPoints) => {
    const { quote } = await under(rules)
    expect(await quote()).toMatchObject({ basisPoints, feeCents: (20_000 * basisPoints) / 10_000 })
  })

  it('is not another seller’s or category’s', async () => {
    await under([seller(100)])
    await under([category(200)])
    expect(await (await under([])).quote()).toMatchObject({ basisPoints: 500 })
  })

  it.each([
    { basisPoints: 500, priceCents: 9989, feeCents: 499 },
    { basisPoints: 500, priceCents: 9990, feeCents: 500 },
    { basisPoints: 500, priceCents: 50, feeCents: 3 },
    { basisPoints: 1, priceCents: 4999, feeCents: 0 },
    { basisPoints: 1, priceCents: 5000, feeCents: 1 },
    { basisPoints: 333, priceCents: 10_001, feeCents: 333 },
    { basisPoints: 500, minimumCents: 100, priceCents: 1000, feeCents: 100 },
    { basisPoints: 500, minimumCents: 100, priceCents: 2020, feeCents: 101 },
    { basisPoints: 500, minimumCents: 300, priceCents: 50, feeCents: 50 },
    { basisPoints: 10_000, priceCents: 99_999_999, feeCents: 99_999_999 },
  ])(
    'is rounded half up, the minimum at least and the price at most: %o',
    async ({ priceCents, feeCents, ...rule }) => {
      const { quote } = await under([{ ...rule, of: 'seller' }])
      expect(await quote(priceCents)).toMatchObject({ priceCents, feeCents })
    },
  )
})

describe('an order', () => {
  it('keeps the fee that it was booked with, whatever is set later', async () => {
    const theirs = await under([{ basisPoints: 400, of: 'category' }])
    const { orderId } = await (await phoneOf(theirs)).book()
    await setFee(market.database, { basisPoints: 1000, minimumCents: 0, categoryId: theirs.categoryId })
    expect(await theirs.quote()).toMatchObject({ feeCents: 2000 })
    expect(await feeOf(orderId)).toBe(800)
    const { orderId: next } = await (await phoneOf(theirs)).book()
    expect(await feeOf(next)).toBe(2000)
  })

  it('that is offered from the waiting list has its fee too', async () => {
    const { sellerId, categoryId } = await under([{ basisPoints: 250, of: 'seller' }])
    const [{ id: userId }, { id: listingId }] = [
      await market.user(),
      await market.listing({ sellerId, categoryId, state: 'RESERVED' }),
    ]
    const offer = { state: 'OFFERED', offeredUntil: new Date(Date.now() + 3_600_000) } as const
    await market.database.waitingEntry.create({ data: { userId, listingId, ...offer } })
    const { orderId } = await market.as(userId).orders.place({ listingId, ...contact })
    expect(await feeOf(orderId)).toBe(500)
  })

  it('is booked by the fee of before while another one is being set', async () => {
    const theirs = await under([])
    const [first, second] = [await phoneOf(theirs), await phoneOf(theirs)]
    const booked = await market.database.$transaction(async tx => {
      await tx.feeRule.create({ data: { basisPoints: 1000, minimumCents: 0, sellerId: theirs.sellerId } })
      return first.book()
    })
    expect(await feeOf(booked.orderId)).toBe(1000)
    expect(await feeOf((await second.book()).orderId)).toBe(2000)
  })

  it('has the one fee or the other, of many that are booked while it changes', async () => {
    const theirs = await under([])
    const phones = await Promise.all(Array.from({ length: 12 }, () => phoneOf(theirs)))
    const rule = { basisPoints: 1000, minimumCents: 0, categoryId: theirs.categoryId }
    const [, ...booked] = await Promise.all([setFee(market.database, rule), ...phones.map(({ book }) => book())])
    for (const { orderId } of booked) expect([1000, 2000]).toContain(await feeOf(orderId))
  })

  it('shows its fee to the seller and an admin, and not to the buyer', async () => {
    const { sellerId } = await under([])
    const [{ id: listingId }, { id: buyerId }] = [await market.listing({ sellerId }), await market.user()]
    const { orderId } = await market.as(buyerId).orders.place({ listingId, ...contact })
    const [seller, admin] = [market.as(sellerId), await market.asAdmin()]
    expect(await seller.orders.details({ orderId })).toMatchObject({ priceCents: 20_000, feeCents: 1000 })
    expect(await admin.orders.details({ orderId })).toMatchObject({ feeCents: 1000 })
    expect(await market.as(buyerId).orders.details({ orderId })).toMatchObject({ feeCents: null })
    const { items } = await seller.listings.mine({})
    expect(items.map(({ booking }) => booking?.feeCents)).toEqual([1000])
  })
})

describe('a fee', () => {
  it('is set for a seller by their email, from a later time on, and audited', async () => {
    const { sellerId, quote } = await under([])
    const { email } = await market.database.user.findUniqueOrThrow({ where: { id: sellerId } })
    const from = new Date('2100-01-01T00:00:00.000Z')
    const rule = { basisPoints: 425, minimumCents: 150, sellerEmail: ` ${email?.toUpperCase()}`, from }
    expect(await setFee(market.database, rule)).toEqual(from)
    expect(await quote()).toMatchObject({ basisPoints: 500 })
    const { id: subjectId } = await market.database.feeRule.findFirstOrThrow({ where: { sellerId } })
    const entry = await market.database.auditEntry.findFirstOrThrow({ where: { subjectId } })
    const reason = `4.25 %, at least $1.50 for the seller ${sellerId}, from 2100-01-01T00:00:00.000Z, on the command line`
    expect(entry).toMatchObject({ actorId: null, action: 'fee.set', subjectType: 'fee-rule', reason })
  })

  it('is not set for a time that has passed, nor for who sells nothing', async () => {
    const rule = { basisPoints: 400, minimumCents: 0 }
    const { email } = await market.user()
    const count = () => market.database.feeRule.count()
    const before = await count()
    await expect(setFee(market.database, { ...rule, from: daysAgo(1) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(setFee(market.database, { ...rule, sellerEmail: email })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await count()).toBe(before)
  })
})
