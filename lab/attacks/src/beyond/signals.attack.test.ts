import { checkListing } from '@second-ring/api/listings/check-listing'
import { ESTIMATE_SAMPLE_MIN } from '@second-ring/contracts/listings/price-estimate'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  admin = await market.asAdmin()
})
beforeEach(async () => {
  await market.database.listing.updateMany({ where: { state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
})
afterAll(() => market.close())

type Overrides = NonNullable<Parameters<Market['user']>[0]>

/** New sellers; as the specification has it, whoever signs up may post at once. */
const accounts = (count: number, overrides: Overrides = {}) =>
  Promise.all(Array.from({ length: count }, () => market.user({ role: 'SELLER', ...overrides })))
/** Every other one has proven its email just now. */
const fresh = async (count: number) => [
  ...(await accounts(Math.ceil(count / 2), { emailVerifiedAt: new Date() })),
  ...(await accounts(Math.floor(count / 2), { emailVerifiedAt: null })),
]
const verified = () => accounts(1, { verifiedAt: new Date(), name: 'Amara Osei' })

/** Many posts at once, as if no limit held. */
async function flood(sellers: { id: string }[], names: string[], change: Parameters<Market['listing']>[0] = {}) {
  const { id: _, ...row } = await market.database.listing.findUniqueOrThrow({
    where: { id: (await market.listing({ ...change, state: 'REMOVED' })).id },
  })
  const rows = sellers.flatMap(seller =>
    names.map(productName => ({ ...row, productName, sellerId: seller.id, state: 'AVAILABLE' as const })),
  )
  await market.database.listing.createMany({ data: rows })
}

const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value)

/** An honest market: verified sellers, whose asking prices count, who ask from $176 to $224 for the same phone. */
async function honestMarket(sellers = 16) {
  const { id: categoryId } = await market.category()
  const phone = { categoryId, productName: 'Aurora 12', condition: 'GOOD' as const, yearsUsed: 2 }
  const prices = Array.from({ length: sellers }, (_, n) => 17_600 + (n * 4800) / (sellers - 1))
  const ids: string[] = []
  const owners = await accounts(sellers, { verifiedAt: new Date(), name: 'Honest Shop' })
  for (const [n, { id: sellerId }] of owners.entries())
    ids.push((await market.listing({ ...phone, sellerId, resalePriceCents: prices[n] ?? 0 })).id)
  const estimate = async () => {
    const { data } = await attack.rpc('listings.priceBand', phone)
    return data as { lowCents: number; highCents: number; sampleSize: number }
  }
  return { phone, ids, estimate, before: await estimate() }
}
type Honest = Awaited<ReturnType<typeof honestMarket>>

/** By how much an estimate has moved, as a part of what it was. */
async function movement({ before, estimate }: Honest): Promise<number> {
  const after = await estimate()
  return Math.max(Math.abs(after.lowCents / before.lowCents - 1), Math.abs(after.highCents / before.highCents - 1))
}

describe.each([
  ['dear', 900_000],
  ['cheap', 50],
])('an estimate, by posts that are %s', (_which, resalePriceCents) => {
  async function movedBy(attackers: { id: string }[], sellers?: number): Promise<number> {
    const honest = await honestMarket(sellers)
    await flood(attackers, times(20, 'Aurora 12'), { ...honest.phone, resalePriceCents })
    return movement(honest)
  }

  it('A194 of one proven account, twenty of them: moves by 5 % at the most', async () => {
    expect(await movedBy(await accounts(1))).toBeLessThanOrEqual(0.05)
  })

  it('A196 of three proven accounts, twenty of each: moves by 5 % at the most', async () => {
    expect(await movedBy(await accounts(3))).toBeLessThanOrEqual(0.05)
  })

  it('A197 of a verified account, twenty of them: moves by 5 % at the most', async () => {
    expect(await movedBy(await verified())).toBeLessThanOrEqual(0.05)
  })

  it('A194 of one account among eight sellers, the fewest of an estimate: moves by 5 % at the most', async () => {
    expect(await movedBy(await accounts(1), ESTIMATE_SAMPLE_MIN)).toBeLessThanOrEqual(0.05)
  })

  it.each([1, 3, 4, 20])('A195 of %i fresh accounts, ten of each: does not move', async count => {
    const honest = await honestMarket()
    await flood(await fresh(count), times(10, 'Aurora 12'), { ...honest.phone, resalePriceCents })
    expect(await honest.estimate()).toEqual(honest.before)
  })
})

/** A buyer books a phone, pays it by card, and has it handed over. @returns the order */
async function buy(
  buyerId: string,
  phone: { id: string; sellerId: string; priceCents: number },
  until: 'paid' | 'done',
) {
  const [buyer, seller] = [market.as(buyerId), market.as(phone.sellerId)]
  const place = { listingId: phone.id, phone: '555 0100', meetingPlace: 'Home', expectedPriceCents: phone.priceCents }
  const { orderId } = await buyer.orders.place(place)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  await buyer.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  if (until === 'paid') return orderId
  const { handoverCode } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  return orderId
}

describe('sales to oneself', () => {
  async function selfSales(
    count: number,
    { until = 'done', cents = 15_000 }: { until?: 'paid' | 'done'; cents?: number } = {},
  ) {
    const honest = await honestMarket()
    const [seller, second] = await accounts(2)
    if (!seller || !second) throw new Error('There are two')
    const orders: string[] = []
    for (let n = 0; n < count; n += 1) {
      const listing = await market.listing({ ...honest.phone, sellerId: seller.id, resalePriceCents: cents })
      orders.push(await buy(second.id, { ...listing, priceCents: cents }, until))
    }
    const { id } = await market.listing({ sellerId: seller.id, productName: 'Shop window' })
    const sold = async () => {
      const { data } = await attack.rpc('listings.get', { listingId: id })
      return (data as { sellerSold: number }).sellerSold
    }
    const intentOf = async (orderId: string) =>
      (await market.database.payment.findFirstOrThrow({ where: { orderId } })).intentId
    const settle = async (orderId: string) =>
      market.as(second.id).payments.confirm({ orderId, transactionId: await intentOf(orderId) })
    return { honest, orders, sold, intentOf, settle }
  }

  it('A198 three phones for $0.50 each, really paid by a second account: nothing is sold, nothing moves', async () => {
    const { honest, sold } = await selfSales(3, { cents: 50 })
    expect(await sold()).toBe(0)
    expect(await honest.estimate()).toEqual(honest.before)
  })

  it('A198 three phones for $150 each, really paid by a second account: one more sold, nothing moves', async () => {
    const { honest, sold } = await selfSales(3)
    expect(await sold()).toBe(1)
    expect(await honest.estimate()).toEqual(honest.before)
  })

  it('A266 a ring of five accounts that sell to each other for $2,000: nothing moves', async () => {
    const honest = await honestMarket()
    const ring = await accounts(5)
    for (const [index, { id: sellerId }] of ring.entries()) {
      const listing = await market.listing({ ...honest.phone, sellerId, resalePriceCents: 200_000 })
      await buy(ring[(index + 1) % 5]?.id ?? '', { ...listing, priceCents: 200_000 }, 'done')
    }
    expect(await honest.estimate()).toEqual(honest.before)
  })

  it('A199 paid and never handed over, or handed over and then refunded or disputed: nothing is sold, nothing moves', async () => {
    const paid = await selfSales(2, { until: 'paid' })
    expect(await paid.sold()).toBe(0)
    expect(await paid.honest.estimate()).toEqual(paid.honest.before)
    const done = await selfSales(2)
    expect(await done.sold()).toBe(1)
    const [refunded = '', disputed = ''] = done.orders
    await market.card.refund(await done.intentOf(refunded))
    await market.card.dispute(await done.intentOf(disputed))
    // The provider is asked, and the refund is found.
    await Promise.allSettled(done.orders.map(done.settle))
    expect(await done.sold()).toBe(0)
    expect(await done.honest.estimate()).toEqual(done.honest.before)
  })
})

describe('flags', () => {
  const check = (listingId: string) => checkListing(market.platform, { listingId })
  async function flagged(): Promise<string[]> {
    return (await admin.listings.flagged({ limit: 100 })).items
      .filter(({ reasons }) => reasons.includes('price'))
      .map(({ listing }) => listing.id)
  }

  it('A200 dear posts of one, of three and of twenty fresh accounts flag no honest price', async () => {
    const { phone, ids } = await honestMarket()
    const dear = { ...phone, resalePriceCents: 900_000 }
    await flood(await accounts(3), times(20, 'Aurora 12'), dear)
    await flood(await fresh(20), times(6, 'Aurora 12'), dear)
    // Nor where nobody else sells the phone.
    const rare = { ...dear, productName: 'Comet 1' }
    const { id: alone } = await market.listing({ ...rare, resalePriceCents: 20_000 })
    await flood(await accounts(1), times(6, 'Comet 1'), rare)
    await flood(await accounts(2), times(20, 'Comet 1'), rare)
    for (const id of [...ids, alone]) {
      await check(id)
      const { data } = await attack.rpc('listings.get', { listingId: id })
      expect(data).toMatchObject({ caution: false })
    }
    expect(await flagged()).toEqual([])
  })

  it('A201 cheap posts of one’s own and of two helpers do not clear the flag of one’s own price', async () => {
    const { phone } = await honestMarket()
    const [scammer, ...helpers] = await accounts(3)
    if (!scammer) throw new Error('There is one')
    const cheap = { ...phone, resalePriceCents: 5000 }
    const { id } = await market.listing({ ...cheap, sellerId: scammer.id })
    await check(id)
    expect(await flagged()).toEqual([id])
    const editAgain = async () => {
      const edit = { listingId: id, description: 'Like new.', resalePriceCents: 5001 }
      const as = `Bearer ${market.tokenOf(scammer.id)}`
      expect((await attack.rpc('listings.edit', edit, { as })).status).toBe(200)
      await market.runJobs()
      expect(await flagged()).toContain(id)
      const { data } = await attack.rpc('listings.get', { listingId: id })
      expect(data).toMatchObject({ caution: true })
    }
    await flood([scammer], times(20, 'Aurora 12'), cheap)
    await editAgain()
    await flood(helpers, times(20, 'Aurora 12'), cheap)
    await flood(await fresh(20), times(6, 'Aurora 12'), cheap)
    await editAgain()
  })

  it('A205 the pictures of a verified seller’s post, in a clone of it, flag the clone and not the post', async () => {
    const [owner, cloner] = [...(await verified()), ...(await accounts(1))]
    if (!owner || !cloner) throw new Error('There are two')
    const [reference, own] = [PICTURE.replace('0', 'c'), PICTURE.replace('0', 'd')]
    for (const userId of [owner.id, cloner.id]) await market.upload({ reference, userId })
    await market.upload({ reference: own, userId: cloner.id })
    const post = async (userId: string, images: string[]) => {
      const fields = {
        productName: 'Aurora 12',
        sellerName: 'Ana',
        condition: 'GOOD',
        description: 'Works.',
        yearsUsed: 1,
      }
      const prices = { resalePriceCents: 20_000, originalPriceCents: 60_000 }
      const place = { location: 'Salem', categoryId: (await market.category()).id }
      const as = `Bearer ${market.tokenOf(userId)}`
      const { data, status, text } = await attack.rpc(
        'listings.create',
        { ...fields, ...prices, ...place, images },
        { as },
      )
      expect(status, text).toBe(200)
      return (data as { listingId: string }).listingId
    }
    const original = await post(owner.id, [reference])
    const clone = await post(cloner.id, [own, reference])
    await market.runJobs()
    await check(original)
    const { items } = await admin.listings.flagged({})
    const told = items.map(({ listing, reasons, copyOf }) => ({ id: listing.id, reasons, of: copyOf?.listingId }))
    expect(told).toEqual([{ id: clone, reasons: ['copied-picture'], of: original }])
  })
})

describe('search', () => {
  /** Twelve sellers have a Galaxy 9 and a Galaxy 8 each. */
  async function galaxies() {
    await flood(await accounts(12), ['Galaxy 9', 'Galaxy 8'])
    await market.runJobs()
  }
  const ask = async (path: string, text: string) => (await attack.rpc(path, { text })).data
  const corrected = async (text: string) =>
    ((await ask('search.listings', text)) as { correctedTo: string | null }).correctedTo
  const answers = async () => {
    const [listings, facets] = [await ask('search.listings', 'galxy'), await ask('search.facets', 'galxy')]
    return { listings, facets, suggested: [await ask('search.suggest', 'galxy'), await ask('search.suggest', 'gal')] }
  }
  const invented = Array.from(
    { length: 1400 },
    (_, n) => `galax${n.toString(36)} galxy${n.toString(36)} gal${n} ${n}galaxy`,
  )

  it('A202 1,400 posts of invented words, removed again, leave every answer as it was, and no word to look at', async () => {
    await galaxies()
    const before = await answers()
    await flood(await accounts(1), invented)
    await market.database.listing.updateMany({ where: { productName: { in: invented } }, data: { state: 'REMOVED' } })
    await market.runJobs()
    expect(await answers()).toEqual(before)
    expect(await market.database.searchModel.count()).toBe(2)
    expect(await market.database.searchWord.count()).toBe(1)
  })

  it('A203 invented words of three proven and twenty fresh accounts, for sale now, correct nothing, and are not looked at', async () => {
    await galaxies()
    await flood(await accounts(3), [...invented.slice(0, 60), 'Galaxi 9'])
    await flood(await fresh(20), [...invented.slice(60, 70), 'Galaxi 9', 'Galxi 9'])
    await market.runJobs()
    for (const typed of ['gaalxy', 'galaxyy', 'gallaxy']) expect(await corrected(typed)).toBe('galaxy')
    expect((await market.database.searchWord.findMany()).map(({ word }) => word)).toEqual(['galaxy'])
  })

  it('A204 two hundred models of one seller fill no list of suggestions', async () => {
    await galaxies()
    const [one, other] = await accounts(2)
    if (!one || !other) throw new Error('There are two')
    await flood([other], ['Galaxy Tab'])
    await flood(
      [one],
      Array.from({ length: 200 }, (_, n) => `Galaxy 0 ${n.toString().padStart(3, '0')}`),
    )
    await flood(await fresh(20), ['Galaxy 00'])
    await market.runJobs()
    const suggested = (await ask('search.suggest', 'galaxy')) as string[]
    expect(suggested.slice(0, 2)).toEqual(['Galaxy 8', 'Galaxy 9'])
    expect(suggested.filter(name => name.startsWith('Galaxy 0'))).toHaveLength(2)
  })
})
