import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'

let market: Market
let admin: ReturnType<Market['as']>
let adminId: string
beforeAll(async () => {
  market = await createMarket()
  adminId = (await market.user({ role: 'ADMIN' })).id
  admin = market.as(adminId)
})
afterAll(() => market.close())

const reason = 'The same phone is posted twice.'
const stateOf = async (id: string) => (await market.database.listing.findUniqueOrThrow({ where: { id } })).state
const messagesOf = async (userId: string) =>
  (await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ message }) => message)
const auditOf = (subjectId: string) =>
  market.database.auditEntry.findMany({ where: { subjectId }, select: { actorId: true, action: true, reason: true } })

async function book(listingId: string, buyerId: string): Promise<string> {
  const booking = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
  return (await market.as(buyerId).orders.place(booking)).orderId
}

describe('an admin who removes a post', () => {
  it('takes it off the market, and tells its seller why', async () => {
    const { id: listingId, sellerId, categoryId } = await market.listing({ advertisedAt: new Date() })
    const { id: userId } = await market.user()
    await market.as(userId).listings.setFavorite({ listingId, favorite: true })
    expect(await admin.listings.removeAny({ listingId, reason })).toEqual({ listingId, changed: true })
    expect(await stateOf(listingId)).toBe('REMOVED')
    const visitor = market.anonymous()
    await expect(visitor.listings.get({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await visitor.listings.byCategory({ categoryId })).items).toEqual([])
    expect((await visitor.listings.advertised({})).items.filter(({ id }) => id === listingId)).toEqual([])
    expect((await market.as(userId).listings.favorites({})).items).toEqual([])
    expect(await messagesOf(sellerId)).toEqual([
      `An admin has removed your post of Aurora 12. The admin wrote: “${reason}”`,
    ])
    expect(await auditOf(listingId)).toEqual([{ actorId: adminId, action: 'listing.remove-any', reason }])
  })

  it('waits for whoever removes its seller, who locks the seller first', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const [removed] = await market.whileHeld({
      hold: tx => tx.$executeRaw`SELECT FROM users WHERE id = ${sellerId}::uuid FOR UPDATE`,
      acts: [() => admin.listings.removeAny({ listingId, reason })],
    })
    expect(removed).toMatchObject({ value: { changed: true } })
  })

  it('ends an unpaid booking, tells both sides, and offers the phone to nobody', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const [buyer, first, second] = [await market.user(), await market.user(), await market.user()]
    const orderId = await book(listingId, buyer.id)
    await market.as(buyer.id).payments.createIntent({ orderId })
    for (const { id } of [first, second]) await market.as(id).orders.joinWaitingList({ listingId })
    expect(await admin.listings.previewRemoval({ listingId })).toEqual({
      productName: 'Aurora 12',
      state: 'RESERVED',
      booked: true,
      paidOrderId: null,
      waiting: 2,
      reports: 0,
    })
    await admin.listings.removeAny({ listingId, reason })
    expect(await stateOf(listingId)).toBe('REMOVED')
    const order = await market.as(buyer.id).orders.byId({ orderId })
    expect(order).toMatchObject({ state: 'CANCELLED', ending: 'RELEASED', endReason: 'An admin has removed the post' })
    expect(await messagesOf(buyer.id)).toEqual([expect.stringContaining('Your booking of Aurora 12 has ended')])
    expect(await messagesOf(buyer.id)).not.toEqual([expect.stringContaining(reason)])
    expect((await messagesOf(sellerId)).at(-1)).toContain('Its booking has ended.')
    for (const { id } of [first, second]) {
      expect(await messagesOf(id)).toEqual(['Aurora 12 is gone, so your place in its line has ended.'])
      expect(await market.as(id).orders.myWaitingPlaces()).toEqual([])
    }
    await market.runJobs()
    expect(await messagesOf(first.id)).toHaveLength(1)
    expect((await market.database.payment.findFirstOrThrow({ where: { orderId } })).state).toBe('CANCELLED')
    expect(await market.checkLedger()).toEqual([])
  })

  it('withdraws an offer from the waiting list', async () => {
    const { id: listingId } = await market.listing()
    const [buyer, next] = [await market.user(), await market.user()]
    const orderId = await book(listingId, buyer.id)
    await market.as(next.id).orders.joinWaitingList({ listingId })
    await market.as(buyer.id).orders.cancel({ orderId })
    expect(await market.as(next.id).orders.myWaitingPlaces()).toMatchObject([{ offeredUntil: expect.any(String) }])
    await admin.listings.removeAny({ listingId, reason })
    expect(await stateOf(listingId)).toBe('REMOVED')
    await expect(book(listingId, next.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await messagesOf(next.id)).at(-1)).toBe('Aurora 12 is gone, so your place in its line has ended.')
  })

  it('is refused for a paid phone, by a sentence that names the order, until it is refunded', async () => {
    const { orderId, listingId, states } = await paidOrder(market)
    expect(await admin.listings.previewRemoval({ listingId })).toMatchObject({ state: 'SOLD', paidOrderId: orderId })
    const removal = admin.listings.removeAny({ listingId, reason })
    const message = expect.stringMatching(new RegExp(`${orderId}.*Refund that order first`))
    await expect(removal).rejects.toMatchObject({ code: 'CONFLICT', message })
    expect(await states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    await admin.payments.refund({ orderId, reason: 'Stolen', relist: true })
    expect(await admin.listings.removeAny({ listingId, reason })).toMatchObject({ changed: true })
    expect(await stateOf(listingId)).toBe('REMOVED')
  })

  it('is refused for a phone that was handed over', async () => {
    const { id: listingId } = await market.listing({ state: 'SOLD' })
    await market.order({ listingId, state: 'HANDED_OVER' })
    const message = expect.stringContaining('handed over')
    await expect(admin.listings.removeAny({ listingId, reason })).rejects.toMatchObject({ code: 'CONFLICT', message })
  })

  it('does it once: again, at once, and by two admins', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const other = await market.asAdmin()
    const idempotencyKey = crypto.randomUUID()
    const removals = await Promise.all([
      admin.listings.removeAny({ listingId, reason, idempotencyKey }),
      admin.listings.removeAny({ listingId, reason, idempotencyKey }),
      other.listings.removeAny({ listingId, reason: 'Offensive' }),
    ])
    expect(removals.map(({ changed }) => changed).toSorted()).not.toEqual([false, false, false])
    const again = await admin.listings.removeAny({ listingId, reason })
    expect(again).toEqual({ listingId, changed: false })
    expect(await messagesOf(sellerId)).toHaveLength(1)
    expect(await auditOf(listingId)).toHaveLength(1)
  })

  it('keeps a hidden post from coming back with its seller', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const seller = market.as(sellerId)
    await seller.accounts.requestDeletion({ confirmation: 'DELETE' })
    expect(await admin.listings.removeAny({ listingId, reason })).toEqual({ listingId, changed: true })
    await seller.accounts.cancelDeletion({})
    expect(await stateOf(listingId)).toBe('REMOVED')
  })

  it('finds no post that never was, and needs a reason of at most 500 characters', async () => {
    const never = admin.listings.removeAny({ listingId: crypto.randomUUID(), reason })
    await expect(never).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id: listingId } = await market.listing()
    for (const wrong of ['', '  ', 'x'.repeat(501)]) {
      await expect(admin.listings.removeAny({ listingId, reason: wrong })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
  })

  it('refuses the wrong role', async () => {
    const { id: listingId, sellerId } = await market.listing()
    for (const id of [sellerId, (await market.user()).id]) {
      const caller = market.as(id)
      await expect(caller.listings.removeAny({ listingId, reason })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.listings.previewRemoval({ listingId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('may do so by REST', async () => {
    const client = restClient(market)
    const { as } = await client.user('ADMIN')
    const { id } = await market.listing()
    const path = `/admin/listings/${id}/removal`
    const removed = await client.send('POST', path, { as, body: { reason } })
    expect(removed).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
    expect((await client.send('POST', path, { as, body: { reason } })).body).toEqual({
      acknowledged: true,
      deletedCount: 0,
    })
    expect(await stateOf(id)).toBe('REMOVED')
    const { listingId, orderId } = await paidOrder(market)
    const refused = await client.send('POST', `/admin/listings/${listingId}/removal`, { as, body: { reason } })
    expect(refused).toMatchObject({ status: 409, body: { deletedCount: 0, message: expect.stringContaining(orderId) } })
    const { as: asSeller } = await client.user('SELLER')
    expect((await client.send('POST', path, { as: asSeller, body: { reason } })).status).toBe(403)
  })
})
