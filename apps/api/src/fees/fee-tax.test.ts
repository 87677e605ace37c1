import { createMarket, type Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeTaxOf } from './fee-tax.ts'
import { setFeeTax } from './set-fee-tax.ts'

const feeCents = fc.integer({ min: 0, max: 100_000_000 })
const basisPoints = fc.integer({ min: 0, max: 10_000 })

describe('the tax that a fee includes', () => {
  it.each([
    [1000, 0, 0],
    [1000, 2000, 167],
    [1000, 810, 75],
    [3, 10_000, 2],
    [2, 2000, 0],
    [0, 2000, 0],
    [100_000_000, 10_000, 50_000_000],
  ])('of %i cents at %i hundredths of a percent is %i', (fee, rate, tax) => {
    expect(feeTaxOf(fee, rate)).toBe(tax)
  })

  it('is the nearest cent to fee × rate / (1 + rate), the upper one of two, and within the fee', () => {
    const property = fc.property(feeCents, basisPoints, (fee, rate) => {
      const tax = feeTaxOf(fee, rate)
      expect(Number.isInteger(tax) && tax >= 0 && tax <= fee).toBe(true)
      // Twice the distance to it, in parts of a cent, without a fraction.
      const whole = 10_000n + BigInt(rate)
      const distance = 2n * (BigInt(tax) * whole - BigInt(fee) * BigInt(rate))
      expect(distance > -whole && distance <= whole).toBe(true)
    })
    fc.assert(property, { seed: 1, numRuns: 2000 })
  })

  it('grows with the fee by a cent at the most, and with the rate', () => {
    const property = fc.property(feeCents, basisPoints, (fee, rate) => {
      expect([0, 1]).toContain(feeTaxOf(fee + 1, rate) - feeTaxOf(fee, rate))
      expect(feeTaxOf(fee, rate + 1)).toBeGreaterThanOrEqual(feeTaxOf(fee, rate))
    })
    fc.assert(property, { seed: 1, numRuns: 2000 })
  })
})

describe('in the market', () => {
  let market: Market
  beforeAll(async () => {
    market = await createMarket({ accountLimits: 'all=1000' })
  })
  afterAll(() => market.close())

  const orderOf = (id: string) =>
    market.database.order.findUniqueOrThrow({
      where: { id },
      select: { feeCents: true, feeTaxCents: true, feeTaxBasisPoints: true },
    })
  const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

  /** A phone for $200 of a seller, the quote of its fee, and what books it. */
  async function phone() {
    const { id: listingId, sellerId, categoryId } = await market.listing()
    const seller = market.as(sellerId)
    return {
      seller,
      quote: () => seller.fees.quote({ categoryId, priceCents: 20_000 }),
      async book() {
        const contact = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }
        return { listingId, ...(await (await market.asBuyer()).orders.place({ listingId, ...contact })) }
      },
    }
  }

  it('the database computes the same tax', async () => {
    const cases = fc.sample(fc.tuple(feeCents, basisPoints), { seed: 1, numRuns: 2000 })
    const [fees, rates] = [cases.map(([fee]) => fee), cases.map(([, rate]) => rate)]
    const rows = await market.database.$queryRaw<{ tax: number }[]>`
      SELECT fee_tax_of(fee, rate) AS tax FROM unnest(${fees}::int[], ${rates}::int[]) WITH ORDINALITY c(fee, rate, n) ORDER BY n`
    expect(rows.map(({ tax }) => tax)).toEqual(cases.map(([fee, rate]) => feeTaxOf(fee, rate)))
  })

  it('there is no tax until a rate is set, and an order keeps the one that it was booked with', async () => {
    const [first, second, third] = [await phone(), await phone(), await phone()]
    expect(await first.quote()).toMatchObject({ feeCents: 1000, feeTaxCents: 0 })
    const before = await first.book()
    await setFeeTax(market.database, { basisPoints: 2000 })
    expect(await second.quote()).toMatchObject({ feeCents: 1000, feeTaxCents: 167 })
    const taxed = await second.book()
    await setFeeTax(market.database, { basisPoints: 810, from: daysFromNow(1) })
    expect(await third.quote()).toMatchObject({ feeTaxCents: 167 })
    await setFeeTax(market.database, { basisPoints: 500 })
    const after = await third.book()
    expect(await orderOf(before.orderId)).toEqual({ feeCents: 1000, feeTaxCents: 0, feeTaxBasisPoints: 0 })
    expect(await orderOf(taxed.orderId)).toEqual({ feeCents: 1000, feeTaxCents: 167, feeTaxBasisPoints: 2000 })
    expect(await orderOf(after.orderId)).toEqual({ feeCents: 1000, feeTaxCents: 48, feeTaxBasisPoints: 500 })

    await setFeeTax(market.database, { basisPoints: 0 })
    expect(await (await phone()).quote()).toMatchObject({ feeCents: 1000, feeTaxCents: 0 })
  })

  it('an order’s tax is shown to the seller and an admin, and not to the buyer', async () => {
    await setFeeTax(market.database, { basisPoints: 2000 })
    const { seller, book } = await phone()
    const { orderId } = await book()
    expect(await seller.orders.details({ orderId })).toMatchObject({ feeCents: 1000, feeTaxCents: 167 })
    expect(await (await market.asAdmin()).orders.details({ orderId })).toMatchObject({ feeTaxCents: 167 })
    const { buyerId } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(await market.as(buyerId).orders.details({ orderId })).toMatchObject({ feeCents: null, feeTaxCents: null })
    const { items } = await seller.listings.mine({})
    expect(items.map(({ booking }) => booking?.feeTaxCents)).toEqual([167])
  })

  it('a rate is set from a later time on and audited, and not for a time that has passed', async () => {
    const from = new Date('2100-01-01T00:00:00.000Z')
    expect(await setFeeTax(market.database, { basisPoints: 1925, from })).toEqual(from)
    const { id: subjectId } = await market.database.feeTaxRate.findFirstOrThrow({ where: { basisPoints: 1925 } })
    const entry = await market.database.auditEntry.findFirstOrThrow({ where: { subjectId } })
    const reason = '19.25 %, from 2100-01-01T00:00:00.000Z, on the command line'
    expect(entry).toMatchObject({ actorId: null, action: 'fee.set-tax', subjectType: 'fee-tax-rate', reason })
    const count = await market.database.feeTaxRate.count()
    const past = setFeeTax(market.database, { basisPoints: 700, from: daysFromNow(-1) })
    await expect(past).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await market.database.feeTaxRate.count()).toBe(count)
  })
})
