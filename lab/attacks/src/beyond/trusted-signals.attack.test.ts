import { checkListing } from '@second-ring/api/listings/check-listing'
import { SIGNAL_MIN_CENTS, TRUSTED_AFTER_DAYS } from '@second-ring/contracts/signals'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
beforeEach(async () => {
  await market.database.listing.updateMany({ where: { state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
/** An hour too young to count. */
const almostTrusted = () => hoursAgo(TRUSTED_AFTER_DAYS * 24 - 1)
const accounts = (count: number, emailVerifiedAt = hoursAgo(TRUSTED_AFTER_DAYS * 24 + 1)) =>
  Promise.all(Array.from({ length: count }, () => market.user({ role: 'SELLER', emailVerifiedAt })))

interface Estimate {
  lowCents: number
  highCents: number
  sampleSize: number
}

/** Sellers whose asking prices count. */
const verified = (count: number) =>
  Promise.all(Array.from({ length: count }, () => market.user({ role: 'SELLER', verifiedAt: hoursAgo(1) })))

/** Eight honest sellers who ask from $300 to $398 for the same phone, or have sold it for that and ask it for another. */
async function honestMarket(isPaid = false) {
  const { id: categoryId } = await market.category()
  const phone = { categoryId, productName: 'Zephyr 5', condition: 'GOOD' as const, yearsUsed: 1 }
  const ids: string[] = []
  for (const [n, { id: sellerId }] of (await (isPaid ? accounts(8) : verified(8))).entries()) {
    const resalePriceCents = 30_000 + n * 1400
    if (isPaid) await market.sale({ ...phone, sellerId, resalePriceCents })
    ids.push((await market.listing({ ...phone, sellerId, resalePriceCents })).id)
  }
  const estimate = async () => (await attack.rpc('listings.priceBand', phone)).data as Estimate
  const ask = async (sellers: { id: string }[], resalePriceCents: number) => {
    for (const { id: sellerId } of sellers) await market.listing({ ...phone, sellerId, resalePriceCents })
  }
  return { phone, ids, estimate, ask, before: await estimate() }
}
type Honest = Awaited<ReturnType<typeof honestMarket>>

async function hasCaution(listingId: string): Promise<boolean> {
  const { data } = await attack.rpc('listings.get', { listingId })
  return (data as { caution: boolean }).caution
}

/** Whether an honest price is warned of or flagged, also that of a newcomer. */
async function harmed({ phone, ids }: Honest): Promise<boolean> {
  const { id: newcomer } = await market.listing({ ...phone, resalePriceCents: 34_000 })
  const found: boolean[] = []
  for (const listingId of [...ids, newcomer]) {
    await checkListing(market.platform, { listingId })
    found.push(await hasCaution(listingId), (await market.database.priceFlag.count({ where: { listingId } })) > 0)
  }
  await market.database.listing.update({ where: { id: newcomer }, data: { state: 'REMOVED' } })
  return found.includes(true)
}

const DEAR = 90_000
const CHEAP = 2000

describe('an estimate of eight honest sellers', () => {
  it.each([
    [1, DEAR],
    [3, DEAR],
    [4, DEAR],
    [20, DEAR],
    [20, CHEAP],
  ])('A225 asked by %i accounts with emails proven just now, for %i cents: does not move', async (count, cents) => {
    const honest = await honestMarket()
    await honest.ask(await accounts(count, almostTrusted()), cents)
    expect(await honest.estimate()).toEqual(honest.before)
    expect(await harmed(honest)).toBe(false)
  })

  it.each([
    [1, DEAR],
    [3, DEAR],
    [4, DEAR],
    [4, CHEAP],
    [7, DEAR],
  ])('A226 asked by %i accounts of long ago, for %i cents: does not move', async (count, cents) => {
    const honest = await honestMarket()
    await honest.ask(await accounts(count), cents)
    expect(await honest.estimate()).toEqual(honest.before)
    expect(await harmed(honest)).toBe(false)
  })

  // About the highest and the lowest price that would still be near enough.
  it.each([
    [1, 44_000],
    [3, 49_600],
    [4, 54_500],
    [1, 25_800],
    [3, 20_200],
    [4, 15_300],
  ])(
    'A227 asked by %i accounts of long ago, for %i cents, just near enough: does not move, and one far below is warned of',
    async (count, cents) => {
      const honest = await honestMarket()
      await honest.ask(await accounts(count), cents)
      expect(await honest.estimate()).toEqual(honest.before)
      expect(await harmed(honest)).toBe(false)
      const { id: scam } = await market.listing({ ...honest.phone, resalePriceCents: 9000 })
      expect(await hasCaution(scam)).toBe(true)
      await market.database.listing.update({ where: { id: scam }, data: { state: 'REMOVED' } })
    },
  )

  it('A227 asked by one verified account, just near enough: moves by 5 % at the most, and harms nobody', async () => {
    for (const cents of [44_000, 25_800]) {
      const honest = await honestMarket()
      await honest.ask(await verified(1), cents)
      const after = await honest.estimate()
      expect(after.sampleSize).toBe(9)
      for (const end of ['lowCents', 'highCents'] as const)
        expect(Math.abs(after[end] / honest.before[end] - 1)).toBeLessThanOrEqual(0.05)
      expect(await harmed(honest)).toBe(false)
    }
  })
})

/** Where the prices of phones that were sold, or that verified sellers ask, are known: no asking price makes one of them. */
describe.each([
  ['asked by verified sellers', false],
  ['paid', true],
])('an estimate of prices that were %s', (_, isPaid) => {
  it.each([3, 4, 5])(
    'A270 asks of %i aged accounts of one person, each just inside what counts: move it by 5 % at the most',
    async count => {
      for (const end of ['highCents', 'lowCents'] as const) {
        const honest = await honestMarket(isPaid)
        for (const seller of await accounts(count)) {
          const { lowCents, highCents } = await honest.estimate()
          // Beyond the end by half of the width, which is within three deviations of the median of any of these markets.
          const beyond = (highCents - lowCents) / 2
          await honest.ask([seller], Math.round(end === 'highCents' ? highCents + beyond : lowCents - beyond))
        }
        const after = await honest.estimate()
        for (const side of ['lowCents', 'highCents'] as const)
          expect(Math.abs(after[side] / honest.before[side] - 1)).toBeLessThanOrEqual(0.05)
        expect(await harmed(honest)).toBe(false)
      }
    },
  )
})

describe('deals with oneself', () => {
  const trusted = hoursAgo(TRUSTED_AFTER_DAYS * 24 + 1)
  const ways: [string, number, Date][] = [
    ['$0.50 with accounts of long ago', 50, trusted],
    ['a cent below the least that counts, with accounts of long ago', SIGNAL_MIN_CENTS - 1, trusted],
    ['$20 with accounts proven just now', SIGNAL_MIN_CENTS, almostTrusted()],
  ]

  it.each(ways)('A228 for %s: nobody is experienced by three of them', async (_which, resalePriceCents, provenAt) => {
    const [user] = await accounts(1)
    if (!user) throw new Error('There is one')
    for (const other of await accounts(3, provenAt)) {
      await market.sale({ sellerId: user.id, resalePriceCents }, { buyerId: other.id })
      await market.sale({ sellerId: other.id, resalePriceCents }, { buyerId: user.id })
    }
    expect((await market.as(user.id).accounts.limits()).level).toBe('proven')
  })

  it.each(ways)(
    'A229 for %s: they count in no ‘sold’ and in no estimate',
    async (_which, resalePriceCents, provenAt) => {
      const honest = await honestMarket()
      const [seller] = await accounts(1)
      if (!seller) throw new Error('There is one')
      for (const { id: buyerId } of await accounts(3, provenAt)) {
        await market.sale({ ...honest.phone, sellerId: seller.id, resalePriceCents }, { buyerId })
      }
      const { id } = await market.listing({ sellerId: seller.id, productName: 'Shop window' })
      expect((await attack.rpc('listings.get', { listingId: id })).data).toMatchObject({ sellerSold: 0 })
      expect(await honest.estimate()).toEqual(honest.before)
    },
  )
})

it('A230 an invented word of four and of twenty accounts proven just now corrects nothing and comes after what others sell', async () => {
  const { id: categoryId } = await market.category()
  const post = async (sellers: { id: string }[], productName: string) => {
    for (const { id: sellerId } of sellers) await market.listing({ categoryId, sellerId, productName })
  }
  await post(await accounts(4), 'Galaxy 9')
  await post(await accounts(4, almostTrusted()), 'Galaxi 9')
  await post(await accounts(20, almostTrusted()), 'Galaxu 9')
  await market.runJobs()
  expect((await market.database.searchWord.findMany()).map(({ word }) => word)).toEqual(['galaxy'])
  const { data } = await attack.rpc('search.listings', { text: 'galaxxi' })
  expect(data).toMatchObject({ correctedTo: 'galaxy' })
  expect((await attack.rpc('search.suggest', { text: 'galax' })).data).toEqual(['Galaxy 9'])
})

it('A245 a post of mistyped words by an account proven just now does not keep them from being corrected', async () => {
  const { id: categoryId } = await market.category()
  for (const { id: sellerId } of await accounts(4))
    await market.listing({ categoryId, sellerId, productName: 'Nebula 9' })
  const [attacker, honest] = [(await accounts(1, almostTrusted()))[0], (await accounts(1))[0]]
  await market.listing({ categoryId, sellerId: attacker?.id ?? '', productName: 'Nebla nebulla 1' })
  await market.runJobs()
  const correctedTo = async (text: string) =>
    ((await attack.rpc('search.listings', { text })).data as { correctedTo: string | null }).correctedTo
  expect([await correctedTo('nebla'), await correctedTo('nebulla')]).toEqual(['nebula', 'nebula'])
  await market.listing({ categoryId, sellerId: honest?.id ?? '', productName: 'Nebla 1' })
  await market.database.user.update({ where: { id: honest?.id ?? '' }, data: { verifiedAt: new Date() } })
  expect([await correctedTo('nebla'), await correctedTo('nebulla')]).toEqual([null, 'nebula'])
})

it('A267 five aged accounts of one person that post a mistyping: nothing is corrected to it', async () => {
  const { id: categoryId } = await market.category()
  const post = async (sellers: { id: string }[], productName: string) => {
    for (const { id: sellerId } of sellers) await market.listing({ categoryId, sellerId, productName })
  }
  await post(await accounts(12), 'Pulsar 9')
  const attackers = await accounts(5)
  await post(attackers, 'Pulsra 9')
  await market.runJobs()
  expect((await market.database.searchWord.findMany()).map(({ word }) => word)).toContain('pulsra')
  const correctedTo = async (text: string) =>
    ((await attack.rpc('search.listings', { text })).data as { correctedTo: string | null }).correctedTo
  expect(await correctedTo('pulsraa')).toBe('pulsar')
  // What a verified seller offers is a name.
  await market.database.user.update({ where: { id: attackers[0]?.id ?? '' }, data: { verifiedAt: new Date() } })
  expect(await correctedTo('pulsraa')).toBe('pulsra')
})
