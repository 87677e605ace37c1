import { STREAMS_MAX, WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { notifyUser } from '#notifications/notify-user.ts'
import { settlePayment } from '#payments/settle-payment.ts'
import { watchingOf } from './testing/watching.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const watching = watchingOf(() => market)
const notify = (userId: string) =>
  market.database.$transaction(tx => notifyUser(tx, { userId, kind: 'paid', message: 'It is paid.' }))
const setPrice = (id: string, resalePriceCents: number) =>
  market.database.listing.update({ where: { id }, data: { resalePriceCents } })
const cutOff = () => market.database.$queryRaw`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'second-ring-events' AND datname = current_database()`
const details = { phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }

describe('watching one’s notifications', () => {
  const own = (userId: string) => watching({ notices: true }, { userId })

  it('gives the count at once, and each time it changes', async () => {
    const { id } = await market.user()
    const watch = own(id)
    await watch.until({ unread: 0 })
    await notify(id)
    await watch.until({ unread: 1 })
    await Promise.all([notify(id), notify(id)])
    await watch.until({ unread: 3 })
    watch.stop()
  })

  it('receives nothing of others', async () => {
    const [one, other] = [await market.user(), await market.user()]
    const watch = own(one.id)
    await watch.until({ unread: 0 })
    await notify(other.id)
    await notify(one.id)
    await watch.until({ unread: 1 })
    expect(watch.events).toEqual([{ unread: 0 }, { unread: 1 }])
    watch.stop()
  })

  it('rejects a visitor, and ends for a removed user', async () => {
    const { id } = await market.user()
    const watch = own(id)
    await watch.until({ unread: 0 })
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    await notify(id)
    await market.database.$executeRaw`SELECT pg_notify('second_ring', ${`notices:${id}`})`
    expect(await watch.ends).toBe('cut')
    expect(await own(id).ends).toBe(401)
    expect(await watching({ notices: true }).ends).toBe(401)
  })

  it('goes on after the database was away', async () => {
    const { id } = await market.user()
    const watch = own(id)
    await watch.until({ unread: 0 })
    await cutOff()
    await notify(id)
    await watch.until({ unread: 1 })
    watch.stop()
  })
})

describe('watching one’s orders', () => {
  const own = (userId: string) => watching({ notices: true }, { userId })
  const orderNews = (watch: ReturnType<typeof own>) => watch.events.filter(({ orders }) => orders)

  it('notifies buyer and seller of each change, and nobody else', async () => {
    const [seller, buyer, other] = [
      await market.user({ role: 'SELLER' }),
      await market.user({ role: 'BUYER' }),
      await market.user(),
    ]
    const { id: listingId } = await market.listing({ sellerId: seller.id })
    const watches = { seller: own(seller.id), buyer: own(buyer.id), other: own(other.id) }
    for (const watch of Object.values(watches)) await watch.until({ unread: 0 })
    expect(orderNews(watches.buyer)).toEqual([])
    const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...details })
    for (const watch of [watches.buyer, watches.seller]) await watch.until({ orders: 'changed' })
    await market.as(buyer.id).orders.cancel({ orderId })
    for (const watch of [watches.buyer, watches.seller])
      await vi.waitFor(() => expect(orderNews(watch)).toHaveLength(2))
    await notify(other.id)
    await watches.other.until({ unread: 1 })
    expect(orderNews(watches.other)).toEqual([])
    for (const watch of Object.values(watches)) watch.stop()
  })

  it('notifies buyer and seller of a proposal, a note, a refund and a dispute', async () => {
    const [seller, buyer] = [await market.user({ role: 'SELLER' }), await market.user()]
    const { id: listingId } = await market.listing({ sellerId: seller.id })
    const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...details })
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    await settlePayment(market.platform, { intentId: await market.card.pay(clientSecret) })
    const watches = { seller: own(seller.id), buyer: own(buyer.id) }
    for (const watch of Object.values(watches)) await vi.waitFor(() => expect(watch.events).not.toEqual([]))
    const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    const arrange = market.as(seller.id).orders
    const refund = { paymentId, amountCents: 100, reason: 'A scratch' }
    const dispute = {
      paymentId,
      providerId: 'dp_live',
      amountCents: 100,
      state: 'NEEDS_RESPONSE',
      reason: 'general',
    } as const
    const changes = [
      () => arrange.proposeMeeting({ orderId, meetingPlace: 'Town Hall', meetingTime: null }),
      () => arrange.addNote({ orderId, text: 'I bring the box' }),
      () => market.database.refund.create({ data: refund }),
      () => market.database.refund.updateMany({ where: { paymentId }, data: { state: 'FAILED' } }),
      () => market.database.dispute.create({ data: { ...dispute, openedAt: new Date() } }),
    ]
    for (const change of changes) {
      const before = Object.values(watches).map(watch => orderNews(watch).length)
      await change()
      for (const [index, watch] of Object.values(watches).entries())
        await vi.waitFor(() => expect(orderNews(watch).length).toBeGreaterThan(before[index] ?? 0))
    }
    for (const watch of Object.values(watches)) watch.stop()
  })

  it('notifies the buyer when the provider’s own report settles the payment', async () => {
    const buyer = await market.user()
    const { id: listingId } = await market.listing()
    const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...details })
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    const watch = own(buyer.id)
    await watch.until({ unread: 0 })
    const intentId = await market.card.pay(clientSecret)
    await settlePayment(market.platform, { intentId })
    await watch.until({ orders: 'changed' })
    watch.stop()
  })

  it('catches up after a break in which something was missed', async () => {
    const { id } = await market.user()
    const watch = own(id)
    await watch.until({ unread: 0 })
    await cutOff()
    await watch.until({ orders: 'changed' })
    watch.stop()
  })
})

describe('watching listings', () => {
  it('sends a visitor their status, and each that is booked, freed, re-priced or removed', async () => {
    const [{ id: sellerId }, { id: buyerId }] = [await market.user({ role: 'SELLER' }), await market.user()]
    const { id } = await market.listing({ sellerId, resalePriceCents: 20_000 })
    const watch = watching({ listingIds: [id] })
    const turns = (state: string, resalePriceCents = 20_000) =>
      watch.until({ listings: [{ id, state, resalePriceCents }] })
    await turns('AVAILABLE')
    const { orderId } = await market.as(buyerId).orders.place({ listingId: id, ...details })
    await turns('RESERVED')
    await market.as(buyerId).orders.cancel({ orderId })
    await vi.waitFor(() => expect(watch.events).toHaveLength(3))
    expect(watch.events.at(-1)).toEqual({ listings: [{ id, state: 'AVAILABLE', resalePriceCents: 20_000 }] })
    await setPrice(id, 19_000)
    await turns('AVAILABLE', 19_000)
    await market.as(sellerId).listings.remove({ listingId: id })
    await turns('REMOVED', 19_000)
    watch.stop()
  })

  it('says nothing of what has not changed to the eye, nor of what is not watched', async () => {
    const [watched, other] = [await market.listing(), await market.listing()]
    const watch = watching({ listingIds: [watched.id.toUpperCase(), watched.id] })
    const at = (resalePriceCents: number) => ({
      listings: [{ id: watched.id, state: 'AVAILABLE', resalePriceCents }],
    })
    await vi.waitFor(() => expect(watch.events).toHaveLength(1))
    await setPrice(other.id, 7_777)
    await market.database.listing.update({ where: { id: watched.id }, data: { description: 'Another text' } })
    await setPrice(watched.id, 8_888)
    await watch.until(at(8_888))
    expect(watch.events).toHaveLength(2)
    watch.stop()
  })

  it('reads for many streams in one statement', async () => {
    const listings = await Promise.all(Array.from({ length: 5 }, () => market.listing()))
    const listingIds = listings.map(({ id }) => id)
    const watches = listingIds.map(() => watching({ listingIds }))
    for (const watch of watches) await vi.waitFor(() => expect(watch.events).toHaveLength(1))
    const sent = vi.spyOn(poolOf(market.database), 'query')
    await market.database.listing.updateMany({ where: { id: { in: listingIds } }, data: { resalePriceCents: 9_900 } })
    for (const watch of watches) {
      await vi.waitFor(() => expect(watch.events.slice(1).flatMap(({ listings = [] }) => listings)).toHaveLength(5))
    }
    expect(sent.mock.calls.filter(([text]) => /any\(.*uuid\[]\)/.test(String(text)))).toHaveLength(1)
    sent.mockRestore()
    for (const watch of watches) watch.stop()
  })

  it('catches up after a break in which something was missed', async () => {
    const { id } = await market.listing()
    const watch = watching({ listingIds: [id] })
    await vi.waitFor(() => expect(watch.events).toHaveLength(1))
    await cutOff()
    await setPrice(id, 12_300)
    await watch.until({ listings: [{ id, state: 'AVAILABLE', resalePriceCents: 12_300 }] })
    watch.stop()
  })

  it('receives in one process within two seconds what happens in another', async () => {
    const [{ id: listingId }, { id: buyerId }] = [await market.listing(), await market.user()]
    const api = await market.startProcess()
    const watch = watching({ listingIds: [listingId] })
    await vi.waitFor(() => expect(watch.events).toHaveLength(1))
    const accessToken = market.tokenOf(buyerId)
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ listingId, ...details })
    const booking = await fetch(`${api.url}/trpc/orders.place`, { method: 'POST', headers, body })
    const bookedAt = performance.now()
    expect(booking.status).toBe(200)
    await vi.waitFor(() => expect(watch.events.at(-1)?.listings?.[0]?.state).toBe('RESERVED'), { timeout: 2000 })
    expect(performance.now() - bookedAt).toBeLessThan(2000)
    watch.stop()
    await api.stop()
  })

  it('says at once that it watches, also what there is not', async () => {
    const watch = watching({ listingIds: [crypto.randomUUID()] })
    await watch.until({ listings: [] })
    watch.stop()
  })

  it('takes a hundred, and no more; nor none', async () => {
    const listings = await Promise.all(Array.from({ length: WATCHED_MAX }, () => market.listing()))
    const listingIds = listings.map(({ id }) => id)
    const watch = watching({ listingIds })
    await vi.waitFor(() => expect(watch.events[0]?.listings).toHaveLength(WATCHED_MAX))
    watch.stop()
    expect(await watching({ listingIds: [...listingIds, crypto.randomUUID()] }).ends).toBe(400)
    expect(await watching({}).ends).toBe(400)
  })
})

it('holds so many streams open for one account and no more, until one is closed', async () => {
  const { id: userId } = await market.user()
  const open = () => watching({ notices: true }, { userId })
  const watches = Array.from({ length: STREAMS_MAX.account }, open)
  for (const watch of watches) await watch.until({ unread: 0 })
  expect(await open().ends).toBe(429)
  watches[0]?.stop()
  await vi.waitFor(async () => {
    const again = open()
    await Promise.race([again.until({ unread: 0 }), again.ends.then(status => Promise.reject(new Error(`${status}`)))])
    again.stop()
  })
  for (const watch of watches) watch.stop()
})
