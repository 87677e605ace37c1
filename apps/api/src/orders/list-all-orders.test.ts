import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** An order in a state, with its seller. */
async function paid(state: 'PAID' | 'PLACED') {
  const isPaid = state === 'PAID'
  const order = await market.order({
    state,
    ...(isPaid && { paidAt: new Date(), handoverCode: '123456', handoverDueAt: new Date(Date.now() + 3_600_000) }),
  })
  const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: order.listingId } })
  return { ...order, sellerId }
}

describe('overseeing orders', () => {
  it('gives everyone’s, newest first, page by page, without what is between buyer and seller', async () => {
    const admin = await market.asAdmin()
    const placed = []
    for (const minute of [1, 2, 3]) {
      placed.push(await market.order({ placedAt: new Date(Date.UTC(2026, 10, 1, 0, minute)) }))
    }
    const first = await admin.orders.all({ limit: 2 })
    const second = await admin.orders.all({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(order => order.id)).toEqual(placed.map(({ id }) => id).toReversed())
    expect(Object.keys(first.items[0] ?? {})).not.toEqual(expect.arrayContaining(['phone']))
    expect(first.items[0]).toEqual(
      expect.not.objectContaining({ phone: expect.anything(), meetingPlace: expect.anything() }),
    )
    expect((await admin.orders.all({ state: 'PAID' })).items).toEqual([])
  })

  it('says where the money of a refunded order is', async () => {
    const admin = await market.asAdmin()
    const refunded = await market.order({ state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN', endedAt: new Date() })
    const { id: paymentId } = await market.database.payment.create({
      data: {
        orderId: refunded.id,
        buyerId: refunded.buyerId,
        intentId: 'pi_refunded',
        amountCents: refunded.priceCents,
        state: 'SUCCEEDED',
        receivedAt: new Date(),
      },
    })
    const refund = () =>
      admin.orders.all({ state: 'REFUNDED' }).then(({ items }) => items.map(order => [order.id, order.refund]))
    expect(await refund()).toEqual([[refunded.id, 'done']])
    const { id } = await market.database.refund.create({
      data: { paymentId, amountCents: refunded.priceCents, reason: 'The screen broke' },
    })
    expect(await refund()).toEqual([[refunded.id, 'underway']])
    await market.database.refund.update({
      where: { id },
      data: { state: 'FAILED', failureReason: 'lost_or_stolen_card' },
    })
    expect(await refund()).toEqual([[refunded.id, 'failed']])
    expect((await admin.orders.all({ state: 'PLACED' })).items.map(order => order.refund)).toEqual([null, null, null])
  })

  it('says of which the bank holds the money: not during an inquiry, when it can still go back', async () => {
    const admin = await market.asAdmin()
    const { id: orderId, buyerId, priceCents } = await paid('PAID')
    const payment = { orderId, buyerId, intentId: 'pi_held', amountCents: priceCents, receivedAt: new Date() }
    const { id: paymentId } = await market.database.payment.create({ data: { ...payment, state: 'SUCCEEDED' } })
    const about = { providerId: 'dp_held', reason: 'fraudulent', amountCents: priceCents, openedAt: new Date() }
    const { id } = await market.database.dispute.create({ data: { ...about, paymentId, state: 'INQUIRY' } })
    const held = async () =>
      (await admin.orders.all({ search: orderId })).items.map(order => [order.disputed, order.moneyHeld])
    expect(await held()).toEqual([[true, false]])
    await market.database.dispute.update({ where: { id }, data: { state: 'NEEDS_RESPONSE' } })
    expect(await held()).toEqual([[true, true]])
    await market.database.dispute.update({ where: { id }, data: { state: 'WON', closedAt: new Date() } })
    expect(await held()).toEqual([[false, false]])
  })

  it('lists paid orders of accounts that were set aside, on either side', async () => {
    const admin = await market.asAdmin()
    const gone = { email: null, setAsideAt: new Date(), setAsideEmail: 'x@example.test' }
    const sides = []
    for (const state of ['PAID', 'PAID', 'PLACED'] as const) sides.push(await paid(state))
    await paid('PAID')
    const [asBuyer, asSeller, unpaid] = sides
    for (const id of [asBuyer?.buyerId, asSeller?.sellerId, unpaid?.buyerId]) {
      await market.database.user.updateMany({ where: { id: id ?? '' }, data: gone })
    }
    const { items } = await admin.orders.all({ setAside: true })
    expect(items.map(({ id, setAside }) => [id, setAside])).toEqual([
      [asSeller?.id, true],
      [asBuyer?.id, true],
    ])
  })

  it('finds an order by its product, its buyer, its seller and its id', async () => {
    const admin = await market.asAdmin()
    const seller = await market.user({ role: 'SELLER', name: 'Zoe Quill', email: 'quill_100%@shop.test' })
    const buyer = await market.user({ name: 'Ömer Strand', email: 'strand@post.test' })
    const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
    const { id } = await market.order({ listingId, buyerId: buyer.id, productName: 'Zephyr 9 Ultra' })
    await market.order({ productName: 'Zephyr 8' })
    const find = async (search: string) => (await admin.orders.all({ search })).items.map(order => order.id)
    for (const search of [
      ...['zephyr 9', 'ULTRA', 'quill', 'Zoe Q', 'quill_100%', 'ömer', 'strand@post', id, id.toUpperCase(), listingId],
      ...['9 U', '_1', '0%'],
    ]) {
      expect(await find(search), search).toEqual([id])
    }
    expect(await find('zephyr')).toHaveLength(2)
    for (const search of ['quill 100', 'zep_yr', crypto.randomUUID(), '%%%']) expect(await find(search)).toEqual([])
    expect((await admin.orders.all({ search: 'quill' })).items).toMatchObject([
      { buyerId: buyer.id, sellerId: seller.id },
    ])
    const narrowed = await admin.orders.all({ search: 'quill', state: 'PAID' })
    expect(narrowed.items).toEqual([])
  })

  it('are those of a period, and are found page by page without gaps or repeats', async () => {
    const admin = await market.asAdmin()
    const name = `Model ${crypto.randomUUID()}`
    const at = new Date('2026-03-05T10:00:00.000Z')
    const placed = []
    for (let count = 0; count < 5; count += 1) placed.push(await market.order({ productName: name, placedAt: at }))
    await market.order({ productName: name, placedAt: new Date('2026-03-06T00:00:00.000Z') })
    const day = { search: name, from: '2026-03-05T00:00:00.000Z', until: '2026-03-06T00:00:00.000Z' }
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await admin.orders.all({ ...day, limit: 2, ...(cursor && { cursor }) })
      found.push(...page.items.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
      await expect(admin.orders.all({ search: name, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const ids = placed.map(({ id }) => id)
    expect(found).toEqual(ids.toSorted().toReversed())
    expect((await admin.orders.all({ search: name, from: day.until })).items).toHaveLength(1)
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.orders.all({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
