import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let seller: Person
let rival: Person
let buyer: Person
let other: Person
let admin: Person
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000', webhooks: false })
  attack = attackOn(market)
  const { person } = usersOf(market)
  ;[seller, rival, buyer, other, admin] = [
    await person('SELLER'),
    await person('SELLER'),
    await person(),
    await person(),
    await person('ADMIN'),
  ]
})
afterAll(() => market.close())

/** A phone that `buyer` has booked. */
async function booked() {
  const listing = await market.listing({ sellerId: seller.id })
  const { orderId } = await market
    .as(buyer.id)
    .orders.place({ listingId: listing.id, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 })
  return { listingId: listing.id, orderId }
}

/** A phone that `buyer` has booked and paid. */
async function paid() {
  const { listingId, orderId } = await booked()
  const caller = market.as(buyer.id)
  const { clientSecret } = await caller.payments.createIntent({ orderId })
  await caller.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  const { handoverCode } = await caller.orders.byId({ orderId })
  return { listingId, orderId, code: handoverCode ?? '' }
}

const anotherThan = (code: string, n: number): string => String((Number(code) + n) % 1_000_000).padStart(6, '0')

describe('the line for a reserved phone', () => {
  it('A85 is joined by nobody for whom it is not, and shows nobody who else stands in it', async () => {
    const { rpc, refused } = attack
    const { listingId } = await booked()
    const free = await market.listing({ sellerId: seller.id })
    const gone = await market.listing({ sellerId: seller.id, state: 'REMOVED' })
    await refused(() => rpc('orders.joinWaitingList', { listingId }), 401)
    await refused(() => rpc('orders.joinWaitingList', { listingId }, { as: seller.as }), 409)
    await refused(() => rpc('orders.joinWaitingList', { listingId }, { as: buyer.as }), 409)
    await refused(() => rpc('orders.joinWaitingList', { listingId: free.id }, { as: other.as }), 409)
    await refused(() => rpc('orders.joinWaitingList', { listingId: gone.id }, { as: other.as }), 404)
    const joined = { listingId, userId: buyer.id, joinedAt: new Date(0).toISOString(), state: 'OFFERED' }
    await rpc('orders.joinWaitingList', joined, { as: other.as })
    const entries = await market.database.waitingEntry.findMany({ where: { listingId } })
    expect(entries).toMatchObject([{ userId: other.id, state: 'WAITING' }])
    expect(entries[0]?.joinedAt.getTime()).toBeGreaterThan(0)
    const mine = await rpc('orders.myWaitingPlaces', undefined, { as: rival.as })
    expect(mine.data).toEqual([])
    // Nobody takes another out of it.
    await refused(() => rpc('orders.leaveWaitingList', { listingId, userId: other.id }, { as: rival.as }), 200)
  })

  it('A85 gives the phone to whom it was offered, and to nobody who is quicker', async () => {
    const { rpc, refused } = attack
    const { listingId, orderId } = await booked()
    await rpc('orders.joinWaitingList', { listingId }, { as: other.as })
    await rpc('orders.cancel', { orderId }, { as: buyer.as })
    const input = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    for (const { as } of [buyer, rival, admin]) await refused(() => rpc('orders.place', input, { as }), 409)
    expect((await rpc('orders.place', input, { as: other.as })).status).toBe(200)
  })

  it('A85 is stood in once, however often and fast it is joined', async () => {
    const { listingId } = await booked()
    const joins = Array.from({ length: 20 }, () =>
      attack.rpc('orders.joinWaitingList', { listingId }, { as: other.as }),
    )
    expect((await Promise.all(joins)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await market.database.waitingEntry.count({ where: { listingId, state: 'WAITING' } })).toBe(1)
  })
})

describe('the code of a handover', () => {
  it('A86 is not guessed: five wrong ones end it, also at once, and the right one is then refused too', async () => {
    const { rpc, refused } = attack
    const { orderId, code } = await paid()
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        rpc('orders.handOver', { orderId, code: anotherThan(code, n + 1) }, { as: seller.as }),
      ),
    )
    const codes = guesses.map(guess => guess.code)
    expect(codes.filter(each => each === 'WRONG_CODE')).toHaveLength(5)
    expect(codes.filter(each => each === 'TOO_MANY_REQUESTS')).toHaveLength(55)
    await refused(() => rpc('orders.handOver', { orderId, code }, { as: seller.as }), 429)
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order).toMatchObject({ state: 'PAID', handoverAttempts: 5 })
    // The buyer alone starts again, and the old code is worth nothing.
    await refused(() => rpc('orders.renewHandoverCode', { orderId }, { as: seller.as }), 404)
    const { data } = await rpc('orders.renewHandoverCode', { orderId }, { as: buyer.as })
    const { handoverCode } = data as { handoverCode: string }
    expect(handoverCode).toMatch(/^\d{6}$/)
    if (handoverCode !== code) await rpc('orders.handOver', { orderId, code }, { as: seller.as })
    expect((await rpc('orders.handOver', { orderId, code: handoverCode }, { as: seller.as })).status).toBe(200)
    await refused(() => rpc('orders.handOver', { orderId, code: handoverCode }, { as: seller.as }), 409)
  })

  it('A86 is of use to its seller alone, and only as six digits', async () => {
    const { rpc, refused } = attack
    const { orderId, code } = await paid()
    await refused(() => rpc('orders.handOver', { orderId, code }, { as: rival.as }), 404)
    for (const { as } of [buyer, other, admin])
      await refused(() => rpc('orders.handOver', { orderId, code }, { as }), 403)
    for (const wrong of [
      '',
      code.slice(1),
      `${code}0`,
      '......',
      '%',
      '١٢٣٤٥٦',
      `${code}\0`,
      Number(code),
      [code],
      null,
    ]) {
      await refused(() => rpc('orders.handOver', { orderId, code: wrong }, { as: seller.as }), 400)
    }
    const open = await booked()
    await refused(() => rpc('orders.handOver', { orderId: open.orderId, code: '000000' }, { as: seller.as }), 409)
  })
})

describe('a refund', () => {
  it('A87 is made by the phone’s seller or an admin, of a paid order, once', async () => {
    const { rpc, refused } = attack
    const { orderId } = await paid()
    const input = { orderId, reason: 'It does not turn on', relist: true }
    await refused(() => rpc('payments.refund', input), 401)
    for (const { as } of [buyer, other]) await refused(() => rpc('payments.refund', input, { as }), 403)
    await refused(() => rpc('payments.refund', input, { as: rival.as }), 404)
    const open = await booked()
    await refused(() => rpc('payments.refund', { ...input, orderId: open.orderId }, { as: seller.as }), 409)
    await refused(() => rpc('payments.refund', { ...input, reason: '' }, { as: seller.as }), 400)
    await refused(() => rpc('payments.refund', { ...input, reason: 'x'.repeat(301) }, { as: seller.as }), 400)

    const asked = [seller, admin, seller, admin].map(({ as }) =>
      rpc('payments.refund', { ...input, amount: 1 }, { as }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    await market.runJobs()
    expect(await market.checkLedger()).toEqual([])
    expect(await market.database.auditEntry.count({ where: { subjectId: orderId, action: 'order.refund' } })).toBe(1)
    await refused(() => rpc('payments.refund', input, { as: admin.as }), 409)
    await refused(() => rpc('payments.createIntent', { orderId }, { as: buyer.as }), 409)
  })

  it('A87 is not made of a phone that was handed over', async () => {
    const { orderId, code } = await paid()
    await attack.rpc('orders.handOver', { orderId, code }, { as: seller.as })
    const input = { orderId, reason: 'I changed my mind', relist: true }
    for (const { as } of [seller, admin]) await attack.refused(() => attack.rpc('payments.refund', input, { as }), 409)
  })
})

describe('a booking', () => {
  it('A104 is cancelled by its buyer alone, and not once it is paid', async () => {
    const { rpc, refused } = attack
    const { orderId } = await booked()
    await refused(() => rpc('orders.cancel', { orderId }), 401)
    for (const { as } of [seller, rival, other, admin])
      await refused(() => rpc('orders.cancel', { orderId }, { as }), 404)
    expect((await rpc('orders.cancel', { orderId }, { as: buyer.as })).status).toBe(200)
    await refused(() => rpc('orders.cancel', { orderId }, { as: buyer.as }), 409)
    const settled = await paid()
    await refused(() => rpc('orders.cancel', { orderId: settled.orderId }, { as: buyer.as }), 409)
  })
})

describe('notices', () => {
  it('A88 of another are neither read, counted nor marked', async () => {
    const { rpc, refused } = attack
    await booked()
    const unread = async ({ as }: Person) =>
      ((await rpc('notices.unread', undefined, { as })).data as { unread: number }).unread
    const before = await unread(seller)
    expect(before).toBeGreaterThan(0)
    for (const path of ['notices.list', 'notices.unread', 'notices.readAll']) await refused(() => rpc(path), 401)
    const spied = await rpc('notices.list', { userId: seller.id, limit: 100 }, { as: other.as })
    const { items } = spied.data as { items: { id: string }[] }
    const own = await market.database.notice.findMany({ where: { userId: other.id }, select: { id: true } })
    expect(items.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort())
    await rpc('notices.readAll', { userId: seller.id }, { as: other.as })
    await rpc('notices.readAll', undefined, { as: other.as })
    expect(await unread(seller)).toBe(before)
  })
})

describe('favourites', () => {
  it('A99 of phones that are gone are not kept, and vanish', async () => {
    const { rpc, refused } = attack
    const gone = await market.listing({ state: 'REMOVED' })
    await refused(() => rpc('listings.setFavorite', { listingId: gone.id, favorite: true }, { as: other.as }), 404)
    await refused(
      () => rpc('listings.setFavorite', { listingId: crypto.randomUUID(), favorite: true }, { as: other.as }),
      404,
    )
    await refused(() => rpc('listings.setFavorite', { listingId: gone.id, favorite: true }), 401)
    const listing = await market.listing({ sellerId: seller.id, description: 'Of a phone that is gone' })
    await rpc('listings.setFavorite', { listingId: listing.id, favorite: true }, { as: other.as })
    await rpc('listings.setFavorite', { listingId: listing.id, favorite: false, userId: other.id }, { as: buyer.as })
    expect((await rpc('listings.favoriteIds', undefined, { as: other.as })).data).toEqual([listing.id])
    await rpc('listings.remove', { listingId: listing.id }, { as: seller.as })
    expect((await rpc('listings.favoriteIds', undefined, { as: other.as })).data).toEqual([])
    expect((await rpc('listings.favorites', {}, { as: other.as })).data).toEqual({ items: [], nextCursor: null })
  })

  it('A99 are 500 at the most, also when they are added at once', async () => {
    const { id: categoryId } = await market.category()
    const listings = await Promise.all(
      Array.from({ length: 20 }, () => market.listing({ sellerId: seller.id, categoryId })),
    )
    await market.database.$executeRaw`
      INSERT INTO listings (category_id, seller_id, seller_name, product_name, images, condition, description, location, resale_price_cents, original_price_cents, years_used)
      SELECT category_id, seller_id, seller_name, product_name, images, condition, description, location, resale_price_cents, original_price_cents, years_used
      FROM listings, generate_series(1, 490) WHERE id = ${listings[0]?.id}::uuid`
    await market.database.$executeRaw`
      INSERT INTO favorites (user_id, listing_id) SELECT ${rival.id}::uuid, id FROM listings
      WHERE category_id = ${categoryId}::uuid AND id <> ALL (${listings.map(({ id }) => id)}::uuid[])`
    const adding = listings.map(({ id }) =>
      attack.rpc('listings.setFavorite', { listingId: id, favorite: true }, { as: rival.as }),
    )
    const statuses = (await Promise.all(adding)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect(await market.database.favorite.count({ where: { userId: rival.id } })).toBeLessThanOrEqual(500)
  })
})

describe('changing a post', () => {
  it('A98 changes what may be changed and nothing else', async () => {
    const { id } = await market.listing({ sellerId: seller.id })
    const before = await market.database.listing.findUniqueOrThrow({ where: { id } })
    const claims = {
      id: crypto.randomUUID(),
      sellerId: rival.id,
      sellerName: 'Eve',
      categoryId: (await market.category()).id,
      productName: 'Another',
      state: 'SOLD',
      condition: 'EXCELLENT',
      location: 'Elsewhere',
      originalPriceCents: 1,
      postedAt: new Date(0).toISOString(),
      advertisedAt: new Date(0).toISOString(),
      orders: { deleteMany: {} },
      seller: { update: { role: 'ADMIN' } },
    }
    const edit = { ...claims, listingId: id, description: 'Works well.', resalePriceCents: 12_300 }
    expect((await attack.rpc('listings.edit', edit, { as: seller.as })).status).toBe(200)
    const { updatedAt: _, ...after } = await market.database.listing.findUniqueOrThrow({ where: { id } })
    const { updatedAt: __, ...expected } = { ...before, description: 'Works well.', resalePriceCents: 12_300 }
    expect(after).toEqual(expected)
  })

  it('A98 does not change what an order was placed at', async () => {
    const { listingId, orderId } = await booked()
    const edit = { listingId, description: 'x', resalePriceCents: 50 }
    await attack.refused(() => attack.rpc('listings.edit', edit, { as: seller.as }), 409)
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order.priceCents).toBe(20_000)
  })
})
