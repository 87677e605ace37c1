import { defaultAccountLimits, TWINS_FLAGGED_FROM } from '@second-ring/contracts/account-limits'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

let market: Market
beforeEach(async () => {
  await market?.close()
  market = await createMarket()
})
afterAll(() => market.close())

const SHARE = defaultAccountLimits.liveAdverts.proven

describe('one seller on Home', () => {
  it('has the newest of their adverts alone, and pages stay exact', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const start = Date.now() - 3_600_000
    const advertised = async (minute: number, by?: string) => {
      const advertisedAt = new Date(start + minute * 60_000)
      return (await market.listing({ advertisedAt, ...(by !== undefined && { sellerId: by }) })).id
    }
    const others: string[] = []
    const own: string[] = []
    for (let minute = 0; minute < 24; minute += 2) {
      others.unshift(await advertised(minute))
      own.unshift(await advertised(minute + 1, sellerId))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await market.anonymous().listings.advertised({ limit: 4, ...(cursor !== undefined && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen.filter(id => own.includes(id))).toEqual(own.slice(0, SHARE))
    expect(seen.filter(id => others.includes(id))).toEqual(others)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('equal posts of a seller', () => {
  const input = {
    productName: 'Aurora 12',
    sellerName: 'Robin',
    condition: 'GOOD' as const,
    description: 'With the box.',
    location: 'Portland, Oregon',
    resalePriceCents: 24_900,
    originalPriceCents: 59_900,
    yearsUsed: 2,
    images: [PICTURE],
  }

  it('are accepted, and flagged for admins from the third on', async () => {
    const { id: categoryId } = await market.category()
    const seller = await market.asSeller()
    const ids: string[] = []
    const post = async (change: Partial<typeof input> = {}) =>
      ids.push((await seller.listings.create({ ...input, ...change, categoryId })).listingId)
    for (let each = 0; each < TWINS_FLAGGED_FROM + 1; each += 1) await post()
    await post({ description: 'Without the box.' })
    await post({ resalePriceCents: 25_000 })
    await (await market.asSeller()).listings.create({ ...input, categoryId })
    const { items } = await (await market.asAdmin()).listings.flagged({})
    const flags = items.map(({ listing, reasons, band }) => ({ id: listing.id, reasons, band }))
    expect(flags).toEqual(
      ids
        .slice(TWINS_FLAGGED_FROM - 1, TWINS_FLAGGED_FROM + 1)
        .toReversed()
        .map(id => ({ id, reasons: ['twin'], band: null })),
    )
  })
})
