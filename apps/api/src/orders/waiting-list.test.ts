import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldBooking } from '#http/rest/testing/old-payloads.ts'
import { restClient } from '#http/rest/testing/rest-client.ts'

const passHours = (hours: number) => market.timePasses({ hours })

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '555 0199', expectedPriceCents: 20_000 }
const stateOf = async (id: string) =>
  (await market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true } })).state

/** A phone that someone has booked, with users on its waiting list. */
async function reserved(waiting: number) {
  const [holder, { id: listingId, sellerId }] = [await market.asBuyer(), await market.listing()]
  const { orderId } = await holder.orders.place({ listingId, ...booking })
  const queue = []
  for (let place = 0; place < waiting; place += 1) {
    const user = await market.user()
    await market.as(user.id).orders.joinWaitingList({ listingId })
    queue.push({ ...user, caller: market.as(user.id) })
  }
  return { holder, listingId, sellerId, orderId, queue }
}

const notificationsOf = async (userId: string) =>
  (await market.database.notice.findMany({ where: { userId } })).map(n => n.kind)

const WAITING_MAX = defaultAccountLimits.waitingPlaces.proven

describe('the waiting list of a reserved phone', () => {
  it('offers it to the first alone for two hours, then to the next, then to everyone', async () => {
    const { holder, listingId, orderId, queue } = await reserved(2)
    const [first, second] = queue
    expect(await second?.caller.orders.myWaitingPlaces()).toEqual([
      { listingId, productName: 'Aurora 12', ahead: 1, sold: false, offeredUntil: null },
    ])
    await holder.orders.cancel({ orderId })
    expect(await stateOf(listingId)).toBe('RESERVED')
    expect(await notificationsOf(first?.id ?? '')).toEqual(['offered'])
    expect(await first?.caller.orders.myWaitingPlaces()).toEqual([
      expect.objectContaining({ ahead: 0, sold: false, offeredUntil: expect.any(String) }),
    ])
    await expect(second?.caller.orders.place({ listingId, ...booking })).rejects.toMatchObject({
      cause: { code: 'ALREADY_BOOKED' },
    })
    await passHours(2)
    // Its time has run out, though no job has passed it on yet.
    await expect(first?.caller.orders.place({ listingId, ...booking })).rejects.toMatchObject({
      cause: { code: 'ALREADY_BOOKED' },
    })
    await market.runJobs()
    expect(await notificationsOf(second?.id ?? '')).toEqual(['offered'])
    await expect(first?.caller.orders.place({ listingId, ...booking })).rejects.toMatchObject({
      cause: { code: 'ALREADY_BOOKED' },
    })
    await passHours(2)
    await market.runJobs()
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    await (await market.asBuyer()).orders.place({ listingId, ...booking })
  })

  it('lets the first book what is offered to them', async () => {
    const { listingId, queue } = await reserved(1)
    await passHours(48)
    await market.runJobs()
    const { orderId } = (await queue[0]?.caller.orders.place({ listingId, ...booking })) ?? { orderId: '' }
    await passHours(3)
    await market.runJobs()
    expect((await queue[0]?.caller.orders.byId({ orderId }))?.state).toBe('PLACED')
    expect(await stateOf(listingId)).toBe('RESERVED')
  })

  it('lets the first book it by its description, as a client of the REST paths does', async () => {
    const client = restClient(market)
    const [holder, user] = [await market.asBuyer(), await client.user()]
    const product = 'Aurora offered'
    const { id: listingId } = await market.listing({ productName: product })
    const { orderId } = await holder.orders.place({ listingId, ...booking })
    await market.as(user.id).orders.joinWaitingList({ listingId })
    const body = oldBooking({ product, email: user.email, price: '200' })
    const book = () => client.send('POST', '/orders', { as: user.as, body })
    expect((await book()).body).toMatchObject({ acknowledged: false })
    await holder.orders.cancel({ orderId })
    await market.runJobs()
    expect((await book()).body).toMatchObject({ acknowledged: true })
  })

  it('does not hide an equal phone behind an offer whose time is over', async () => {
    const client = restClient(market)
    const [holder, user] = [await market.asBuyer(), await client.user()]
    const product = 'Aurora twin'
    const { id: listingId } = await market.listing({ productName: product })
    const { orderId } = await holder.orders.place({ listingId, ...booking })
    await market.as(user.id).orders.joinWaitingList({ listingId })
    await holder.orders.cancel({ orderId })
    const { id: free } = await market.listing({ productName: product })
    await passHours(2)
    const body = oldBooking({ product, email: user.email, price: '200' })
    expect((await client.send('POST', '/orders', { as: user.as, body })).body).toMatchObject({ acknowledged: true })
    expect(await stateOf(free)).toBe('RESERVED')
  })

  it('is not offered for a day to whoever let an offer run out, so that nobody keeps it by waiting', async () => {
    const { id: listingId } = await market.listing()
    const [first, second] = [await market.user(), await market.user()]
    const [a, b] = [market.as(first.id), market.as(second.id)]
    const { orderId } = await a.orders.place({ listingId, ...booking })
    await b.orders.joinWaitingList({ listingId })
    await a.orders.cancel({ orderId })
    await a.orders.joinWaitingList({ listingId })
    const lapse = async () => {
      await market.timePasses({ hours: 2 })
      await market.runJobs()
    }
    await lapse()
    await b.orders.joinWaitingList({ listingId })
    await lapse()
    expect(await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })).toMatchObject({
      state: 'AVAILABLE',
    })
    expect(await market.database.notice.count({ where: { kind: 'offered', listingId } })).toBe(2)
  })

  it('is not offered again that day to whoever turns it down, so that two do not pass it to each other', async () => {
    const { holder, listingId, orderId, queue } = await reserved(2)
    await holder.orders.cancel({ orderId })
    for (const { caller } of queue) {
      await caller.orders.leaveWaitingList({ listingId })
      if ((await stateOf(listingId)) === 'RESERVED') await caller.orders.joinWaitingList({ listingId })
    }
    expect(await stateOf(listingId)).toBe('AVAILABLE')
  })

  it('ends when the seller removes the phone while it is offered', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const [buyer, waiting, third] = [await market.asBuyer(), await market.user(), await market.user()]
    const { orderId } = await buyer.orders.place({ listingId, ...booking })
    for (const { id } of [waiting, third]) await market.as(id).orders.joinWaitingList({ listingId })
    const remove = () => market.as(sellerId).listings.remove({ listingId })
    await expect(remove()).rejects.toMatchObject({ cause: { code: 'LISTING_NOT_AVAILABLE' } })
    await buyer.orders.cancel({ orderId })
    expect(await remove()).toEqual({ listingId })
    await market.runJobs()
    const notices = await market.database.notice.findMany({ where: { kind: 'waiting-ended', listingId } })
    expect(notices.map(({ userId }) => userId).sort()).toEqual([waiting.id, third.id].sort())
    await expect(market.as(waiting.id).orders.place({ listingId, ...booking })).rejects.toMatchObject({
      cause: { code: expect.any(String) },
    })
  })

  it('offers to the next when an offer is turned down, once for two calls', async () => {
    const { holder, listingId, orderId, queue } = await reserved(2)
    await queue[0]?.caller.orders.joinWaitingList({ listingId })
    await holder.orders.cancel({ orderId })
    await queue[0]?.caller.orders.leaveWaitingList({ listingId })
    expect(await notificationsOf(queue[1]?.id ?? '')).toEqual(['offered'])
    await queue[1]?.caller.orders.leaveWaitingList({ listingId })
    expect(await stateOf(listingId)).toBe('AVAILABLE')
  })

  it('passes over whoever has no proven email, and tells them once what to do', async () => {
    const { holder, listingId, orderId, queue } = await reserved(2)
    const [unproven = { id: '' }, next] = queue
    const [elsewhere = { id: '' }] = (await reserved(1)).queue
    for (const { id } of [unproven, elsewhere])
      await market.database.user.update({ where: { id }, data: { emailVerifiedAt: null } })
    await holder.orders.cancel({ orderId })
    expect(await notificationsOf(elsewhere.id)).toEqual([])
    expect(await notificationsOf(next?.id ?? '')).toEqual(['offered'])
    await next?.caller.orders.leaveWaitingList({ listingId })
    expect(await notificationsOf(unproven.id)).toEqual(['offer-passed'])
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    await (await market.asBuyer()).orders.place({ listingId, ...booking })
    await market.database.user.update({ where: { id: unproven.id }, data: { emailVerifiedAt: new Date() } })
    await passHours(48)
    await market.runJobs()
    expect((await notificationsOf(unproven.id)).toSorted()).toEqual(['offer-passed', 'offered'])
  })

  it('is offered no phone of a seller who is suspended', async () => {
    const { holder, sellerId, orderId, queue } = await reserved(1)
    const data = { suspendedAt: new Date(), suspensionReason: 'Complaints' }
    await market.database.user.update({ where: { id: sellerId }, data })
    await holder.orders.cancel({ orderId })
    expect(await notificationsOf(queue[0]?.id ?? '')).toEqual([])
  })

  it('passes over whoever leaves in that moment', async () => {
    const { holder, listingId, orderId, queue } = await reserved(2)
    const [leaving, next] = queue
    const { cancelled } = await market.database.$transaction(
      async tx => {
        await tx.waitingEntry.updateMany({ where: { userId: leaving?.id ?? '' }, data: { state: 'LEFT' } })
        const cancelled = holder.orders.cancel({ orderId })
        await market.untilWaiting()
        return { cancelled }
      },
      { timeout: 20_000 },
    )
    await cancelled
    expect(await notificationsOf(leaving?.id ?? '')).toEqual([])
    expect(await notificationsOf(next?.id ?? '')).toEqual(['offered'])
    expect(await stateOf(listingId)).toBe('RESERVED')
  })

  it('is offered the phone of a refunded order', async () => {
    const { holder, listingId, sellerId, orderId, queue } = await reserved(1)
    const { clientSecret } = await holder.payments.createIntent({ orderId })
    await holder.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
    await market.as(sellerId).payments.refund({ orderId, reason: 'It does not charge', relist: true })
    expect(await stateOf(listingId)).toBe('RESERVED')
    expect(await notificationsOf(queue[0]?.id ?? '')).toEqual(['offered'])
  })

  it('counts towards the limit while the phone is reserved, not once it is sold or gone', async () => {
    const { id: userId } = await market.user()
    const waitFor = async (state: 'RESERVED' | 'SOLD' | 'REMOVED') => {
      const { id: listingId } = await market.listing({ state })
      await market.database.waitingEntry.create({ data: { listingId, userId } })
    }
    for (let place = 0; place < WAITING_MAX; place += 1) await waitFor(place % 2 === 0 ? 'SOLD' : 'REMOVED')
    const { listingId } = await reserved(0)
    await market.as(userId).orders.joinWaitingList({ listingId })
    for (let place = 1; place < WAITING_MAX; place += 1) await waitFor('RESERVED')
    const other = await reserved(0)
    const join = market.as(userId).orders.joinWaitingList({ listingId: other.listingId })
    await expect(join).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is none for a free phone, one’s own, or one’s own booking', async () => {
    const { holder, listingId, sellerId, orderId } = await reserved(0)
    await expect(market.as(sellerId).orders.joinWaitingList({ listingId })).rejects.toMatchObject({
      cause: { code: 'OWN_LISTING' },
    })
    await expect(holder.orders.joinWaitingList({ listingId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await holder.orders.cancel({ orderId })
    await expect(holder.orders.joinWaitingList({ listingId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(holder.orders.joinWaitingList({ listingId: orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('loses a removed user, and ends with a removed seller', async () => {
    const admin = await market.asAdmin()
    const { holder, listingId, sellerId, orderId, queue } = await reserved(3)
    await admin.accounts.removeUser({ userId: queue[0]?.id ?? '' })
    await holder.orders.cancel({ orderId })
    expect(await notificationsOf(queue[1]?.id ?? '')).toEqual(['offered'])
    await admin.accounts.removeUser({ userId: queue[1]?.id ?? '' })
    expect(await notificationsOf(queue[2]?.id ?? '')).toEqual(['offered'])
    await admin.accounts.removeUser({ userId: sellerId })
    expect(await stateOf(listingId)).toBe('REMOVED')
    expect(await queue[2]?.caller.orders.myWaitingPlaces()).toEqual([])
  })
})

describe('joining while the phone is offered to the next', () => {
  it('never leaves someone waiting for a phone that is free', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { holder, listingId, orderId } = await reserved(0)
      const waiter = await market.asBuyer()
      await Promise.allSettled([holder.orders.cancel({ orderId }), waiter.orders.joinWaitingList({ listingId })])
      const waiting = await market.database.waitingEntry.count({ where: { listingId, state: 'WAITING' } })
      expect([await stateOf(listingId), waiting]).not.toEqual(['AVAILABLE', 1])
    }
  })
})
