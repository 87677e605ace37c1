import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

const CALLS = 50

let market: Market
let attack: ReturnType<typeof attackOn>
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, bookingHoldHours: 1 })
  attack = attackOn(market)
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

async function unproven(): Promise<Person> {
  const user = await usersOf(market).person('SELLER')
  await market.database.user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } })
  return user
}

const meeting = { phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
const texts = { description: 'Works.', location: 'Portland' }
const newPost = () => ({
  ...{ categoryId, productName: 'Aurora 12', sellerName: 'Robin', images: [PICTURE], condition: 'GOOD' },
  ...{ ...texts, resalePriceCents: 20_000, originalPriceCents: 30_000, yearsUsed: 1 },
})

/** What an account does once more, on each transport. */
const acts = {
  openBookings: {
    async rpc({ as }: Person) {
      return attack.rpc('orders.place', { listingId: (await market.listing()).id, ...meeting }, { as })
    },
    async rest({ as, email }: Person) {
      const { id: productId } = await market.listing()
      const fields = { name: 'Ben', product: 'Aurora 12', product_img: '', location: 'Library', phone: '555 0100' }
      return attack.send('POST', '/orders', { as, body: { ...fields, email, price: 200, productId } })
    },
  },
  livePosts: {
    rpc: ({ as }: Person) => attack.rpc('listings.create', newPost(), { as }),
    rest({ as, email }: Person) {
      const fields = { id: categoryId, product_name: 'Aurora 12', image: PICTURE, condition: 'good', year_used: 1 }
      const prices = { resale_price: 200, orginal_price: 300 }
      return attack.send('POST', '/addProduct', {
        as,
        body: { ...fields, ...prices, ...texts, seller_name: 'Robin', email },
      })
    },
  },
  liveAdverts: {
    async rpc({ as, id: sellerId }: Person) {
      return attack.rpc('listings.advertise', { listingId: (await market.listing({ sellerId })).id }, { as })
    },
    async rest({ as, id: sellerId, email }: Person) {
      const { id: _id } = await market.listing({ sellerId })
      return attack.send('POST', '/addProductTohome', { as, body: { _id, email } })
    },
  },
}

describe('an account that takes more than its share', () => {
  it.each(['openBookings', 'livePosts', 'liveAdverts'] as const)(
    'A177 calls in parallel on both transports, and gets no more than its limit: %s',
    async name => {
      const user = await unproven()
      const { rpc, rest } = acts[name]
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, call) => (call % 2 === 0 ? rpc(user) : rest(user))),
      )
      const { new: most } = defaultAccountLimits[name]
      // Two of the REST paths answer a rule's rejection with 200 and `acknowledged: false`.
      const isDone = ({ status, text }: { status: number; text: string }) =>
        status === 200 && !text.includes('"acknowledged":false')
      expect(answers.filter(isDone)).toHaveLength(most)
      expect(answers.filter(answer => !isDone(answer) && [200, 409].includes(answer.status))).toHaveLength(CALLS - most)
    },
  )

  it('A178 lets its booking run out or cancels it, and books the same phone again at once', async () => {
    const { as, id } = await usersOf(market).person()
    const { id: listingId } = await market.listing()
    const book = () => attack.rpc('orders.place', { listingId, ...meeting }, { as })
    expect((await book()).status).toBe(200)
    await market.timePasses({ hours: 1 })
    await market.runJobs()
    await attack.refused(book, 409)
    expect(await market.database.order.count({ where: { buyerId: id } })).toBe(1)
    expect(await market.database.listing.findUnique({ where: { id: listingId } })).toMatchObject({ state: 'AVAILABLE' })
    const { id: other } = await market.listing()
    for (let time = 0; time < 2; time += 1) {
      const { orderId } = await market.as(id).orders.place({ listingId: other, ...meeting })
      await market.as(id).orders.cancel({ orderId })
    }
    await attack.refused(() => attack.rpc('orders.place', { listingId: other, ...meeting }, { as }), 409)
  })

  it('A179 posts twenty phones to fill the notifications of whoever saved a search: one comes in an hour', async () => {
    const { id: userId } = await usersOf(market).person()
    await market.as(userId).search.save({ text: 'aurora', categoryId })
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    for (let count = 0; count < 20; count += 1) {
      expect(
        (await attack.rpc('listings.create', newPost(), { as: `Bearer ${market.tokenOf(sellerId)}` })).status,
      ).toBe(200)
    }
    await market.runJobs()
    expect(await market.database.notice.count({ where: { userId } })).toBe(1)
    await market.runJobs()
    expect(await market.database.notice.count({ where: { userId } })).toBe(1)
    const more = attack.rpc('listings.create', newPost(), { as: `Bearer ${market.tokenOf(sellerId)}` })
    expect((await more).status).toBe(409)
  })

  it('A180 advertises again and again to stand first on Home, and fills it', async () => {
    const { id: sellerId, as } = await usersOf(market).person('SELLER')
    const { id: listingId } = await market.listing({ sellerId })
    const { proven: most } = defaultAccountLimits.advertsADay
    for (let time = 0; time < most; time += 1) {
      expect((await attack.rpc('listings.advertise', { listingId }, { as })).status).toBe(200)
      expect((await attack.rpc('listings.stopAdvertising', { listingId }, { as })).status).toBe(200)
    }
    await attack.refused(() => attack.rpc('listings.advertise', { listingId }, { as }), 409)
    for (let count = 0; count < 9; count += 1) await market.listing({ sellerId, advertisedAt: new Date() })
    const { items } = await market.anonymous().listings.advertised({ limit: 20 })
    expect(items.filter(item => item.sellerId === sellerId)).toHaveLength(defaultAccountLimits.liveAdverts.proven)
  })
})
