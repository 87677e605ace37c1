import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkListing } from './check-listing.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  await market.user({ role: 'SELLER', name: 'Amara Osei', verifiedAt: new Date() })
})
afterAll(() => market.close())

/** Posts a phone under a name, checks it, and returns why it is flagged. */
async function reasonsOf(sellerName: string, seller: Parameters<Market['user']>[0] = {}) {
  const { id: sellerId } = await market.user({ role: 'SELLER', ...seller })
  const { id: listingId } = await market.listing({ sellerId, sellerName, ...picture() })
  const check = async () => {
    await checkListing(market.platform, { listingId })
    const flags = await market.database.listingFlag.findMany({ where: { listingId } })
    return flags.map(({ reason }) => reason)
  }
  return { listingId, check, reasons: await check() }
}

let pictures = 0
function picture() {
  pictures += 1
  return { images: [`/images/${pictures.toString(16).padStart(32, 'e')}.webp`] }
}

// Of Cyrillic letters alone, and with a digit.
const disguised = ['Амага Оѕеі', 'Amara 0sei']

it.each(['Amara Osei', 'AMARA  OSEI', 'Ámara Osei.', ...disguised])(
  'flags a post of another account under the name %s',
  async name => {
    expect((await reasonsOf(name)).reasons).toEqual(['verified-name'])
  },
)

it('flags one whose account has the name of a verified seller', async () => {
  expect((await reasonsOf('The shop', { name: 'amara osei' })).reasons).toEqual(['verified-name'])
})

it('flags neither the seller, nor a verified namesake, nor other names', async () => {
  const verified = { name: 'Amara Osei', verifiedAt: new Date() }
  expect((await reasonsOf('Amara Osei', verified)).reasons).toEqual([])
  expect((await reasonsOf('Amara O.')).reasons).toEqual([])
  expect((await reasonsOf('...')).reasons).toEqual([])
  expect((await reasonsOf('Амира Осина')).reasons).toEqual([])
})

it('flags a verified seller under another verified seller’s name', async () => {
  expect((await reasonsOf('Amara Osei', { name: 'Tom Okafor', verifiedAt: new Date() })).reasons).toEqual([
    'verified-name',
  ])
})

it('is no reason any more once the post has another name', async () => {
  const { listingId, check, reasons } = await reasonsOf('Amara Osei')
  await market.database.listing.update({ where: { id: listingId }, data: { sellerName: 'Robin' } })
  expect([reasons, await check()]).toEqual([['verified-name'], []])
})
