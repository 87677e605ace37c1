import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enforceDeadlines } from '#payments/enforce-deadlines.ts'

const passHours = (hours: number) => market.timePasses({ hours })

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '555 0199', expectedPriceCents: 20_000 }
const stateOf = async (id: string) =>
  (await market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true } })).state
const orderState = async (id: string) =>
  (await market.database.order.findUniqueOrThrow({ where: { id }, select: { state: true } })).state
const notificationsOf = async (userId: string) => {
  const rows = await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(row => row.kind)
}

async function booked() {
  const [buyer, listing] = [await market.user(), await market.listing()]
  const caller = market.as(buyer.id)
  const { orderId } = await caller.orders.place({ listingId: listing.id, ...booking })
  return { buyer: caller, buyerId: buyer.id, listingId: listing.id, sellerId: listing.sellerId, orderId }
}

async function paid() {
  const order = await booked()
  const { clientSecret } = await order.buyer.payments.createIntent({ orderId: order.orderId })
  const transactionId = await market.card.pay(clientSecret)
  await order.buyer.payments.confirm({ orderId: order.orderId, transactionId })
  return { ...order, transactionId, seller: market.as(order.sellerId) }
}

describe('a hold', () => {
  it('ends when its time has run out, not before, and the phone is free again', async () => {
    const { buyerId, sellerId, listingId, orderId } = await booked()
    await passHours(47)
    await market.runJobs()
    expect(await stateOf(listingId)).toBe('RESERVED')
    await passHours(1)
    await market.runJobs()
    expect(await orderState(orderId)).toBe('EXPIRED')
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    expect(await notificationsOf(buyerId)).toEqual(['reminder', 'booking-expired'])
    expect(await notificationsOf(sellerId)).toEqual(['booked', 'booking-expired'])
  })

  it('ends once, however many processes run at the same time', async () => {
    const { orderId } = await booked()
    await passHours(48)
    await Promise.all([market.runJobs(), market.runJobs(), market.runJobs()])
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: orderId, action: 'order.expire' } })
    expect(entries).toHaveLength(1)
  })
})

describe('a hold that cannot be ended', () => {
  it('does not stop the others from ending', async () => {
    const [odd, other] = [await booked(), await booked()]
    await market.database.listing.update({ where: { id: odd.listingId }, data: { state: 'SOLD' } })
    await passHours(48)
    await expect(enforceDeadlines(market.platform)).rejects.toThrow('was not reserved')
    expect(await orderState(odd.orderId)).toBe('PLACED')
    expect(await orderState(other.orderId)).toBe('EXPIRED')
    await market.database.listing.update({ where: { id: odd.listingId }, data: { state: 'RESERVED' } })
    await enforceDeadlines(market.platform)
    expect(await orderState(odd.orderId)).toBe('EXPIRED')
  })
})

describe('cancelling', () => {
  it('frees the phone, notifies the seller, and ends the payment that was begun', async () => {
    const { buyer, sellerId, listingId, orderId } = await booked()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await buyer.orders.cancel({ orderId })
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    expect(await notificationsOf(sellerId)).toEqual(['booked', 'booking-cancelled'])
    await market.runJobs()
    await expect(market.card.pay(clientSecret)).rejects.toThrow()
    await expect(buyer.orders.cancel({ orderId })).rejects.toMatchObject({ cause: { code: 'ORDER_NOT_OPEN' } })
  })

  it('refuses another’s order, and a paid one', async () => {
    const { orderId, buyer } = await paid()
    await expect((await market.asBuyer()).orders.cancel({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(buyer.orders.cancel({ orderId })).rejects.toMatchObject({ cause: { code: 'ORDER_NOT_OPEN' } })
    expect(await orderState(orderId)).toBe('PAID')
  })

  it('meets a payment in one end, whichever is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { buyer, listingId, orderId } = await booked()
      const { clientSecret } = await buyer.payments.createIntent({ orderId })
      const transactionId = await market.card.pay(clientSecret)
      await Promise.allSettled([buyer.orders.cancel({ orderId }), buyer.payments.confirm({ orderId, transactionId })])
      await market.runJobs()
      const [order, listing, intent] = [
        await orderState(orderId),
        await stateOf(listingId),
        await market.card.intent(transactionId),
      ]
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      expect([order, listing, charge?.refunded]).toEqual(
        order === 'PAID' ? ['PAID', 'SOLD', false] : ['CANCELLED', 'AVAILABLE', true],
      )
    }
  })
})

describe('a payment after the hold', () => {
  it('wins the phone back while it is free', async () => {
    const { buyer, buyerId, listingId, orderId } = await booked()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await passHours(48)
    // The card is charged at the very moment: the sweep ends the hold, and finds the charge when it ends the payment.
    const transactionId = await market.card.pay(clientSecret)
    await market.runJobs()
    expect(await orderState(orderId)).toBe('PAID')
    expect(await stateOf(listingId)).toBe('SOLD')
    const confirmed = market.as(buyerId).payments.confirm({ orderId, transactionId })
    await expect(confirmed).resolves.toMatchObject({ transactionId })
  })

  it('is refunded, and the buyer notified, when someone else has the phone', async () => {
    const { buyer, buyerId, listingId, orderId } = await booked()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await market.database.order.update({
      where: { id: orderId },
      data: { state: 'EXPIRED', ending: 'EXPIRED', endedAt: new Date() },
      select: { id: true },
    })
    await market.database.listing.update({
      where: { id: listingId },
      data: { state: 'AVAILABLE' },
      select: { id: true },
    })
    await (await market.asBuyer()).orders.place({ listingId, ...booking })
    const transactionId = await market.card.pay(clientSecret)
    await expect(buyer.payments.confirm({ orderId, transactionId })).rejects.toMatchObject({
      cause: { code: 'PAYMENT_REFUNDED' },
    })
    expect(await notificationsOf(buyerId)).toEqual(['refunded'])
    expect(await stateOf(listingId)).toBe('RESERVED')
  })
})

describe('refunding', () => {
  it('gives the money back at the provider, with the reason, and puts the phone up again', async () => {
    const { seller, buyerId, listingId, orderId, transactionId } = await paid()
    await seller.payments.refund({ orderId, reason: 'The screen broke', relist: true })
    expect(await orderState(orderId)).toBe('REFUNDED')
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    const { latest_charge: charge } = await market.card.intent(transactionId)
    expect(charge).toMatchObject({ refunded: true })
    expect(await notificationsOf(buyerId)).toEqual(['refunded'])
    await market.runJobs()
    const payments = await market.database.payment.findMany({ where: { orderId }, select: { state: true } })
    expect(payments).toEqual([{ state: 'REFUNDED' }])
  })

  it('is an admin’s too, takes the phone off the market when so chosen, and is done by the job when the provider is away', async () => {
    const { orderId, listingId, sellerId } = await paid()
    const { retrieveIntent } = market.platform.cardPayments
    market.platform.cardPayments.retrieveIntent = () => Promise.reject(new Error('away'))
    const admin = await market.asAdmin()
    await admin.payments.refund({ orderId, reason: 'Fraud', relist: false })
    expect([await orderState(orderId), await stateOf(listingId)]).toEqual(['REFUNDED', 'REMOVED'])
    market.platform.cardPayments.retrieveIntent = retrieveIntent
    await market.runJobs()
    expect(await market.database.payment.findFirst({ where: { orderId } })).toMatchObject({ state: 'REFUNDED' })
    expect(await notificationsOf(sellerId)).toContain('refunded')
  })

  it('refuses the wrong role, another seller, an unpaid order and a second time', async () => {
    const { orderId, buyer, seller } = await paid()
    const input = { orderId, reason: 'Why not', relist: true }
    await expect(buyer.payments.refund(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect((await market.asSeller()).payments.refund(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const unpaid = await booked()
    await expect(
      market.as(unpaid.sellerId).payments.refund({ ...input, orderId: unpaid.orderId }),
    ).rejects.toMatchObject({ cause: { code: 'ORDER_NOT_OPEN' } })
    await seller.payments.refund(input)
    await expect(seller.payments.refund(input)).rejects.toMatchObject({ cause: { code: 'ORDER_NOT_OPEN' } })
  })
})

describe('handing over', () => {
  it('completes the order with the buyer’s code, which only the buyer sees', async () => {
    const { buyer, seller, buyerId, orderId } = await paid()
    const { handoverCode } = await buyer.orders.byId({ orderId })
    expect(handoverCode).toMatch(/^\d{6}$/)
    for (const other of [seller, await market.asAdmin()]) {
      expect((await other.orders.byId({ orderId })).handoverCode).toBeNull()
    }
    const code = `${handoverCode?.slice(0, 3)} ${handoverCode?.slice(3)}`
    await seller.orders.handOver({ orderId, code })
    expect(await orderState(orderId)).toBe('HANDED_OVER')
    expect(await notificationsOf(buyerId)).toContain('handed-over')
    expect((await buyer.orders.byId({ orderId })).handoverCode).toBeNull()
    await expect(seller.payments.refund({ orderId, reason: 'No', relist: true })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
  })

  it('counts wrong codes, at once too, until the buyer makes a new one', async () => {
    const { buyer, buyerId, seller, sellerId, orderId } = await paid()
    const { handoverCode } = await buyer.orders.byId({ orderId })
    const wrong = handoverCode === '000000' ? '000001' : '000000'
    const isUsedUp = () =>
      Promise.all([buyer, seller].map(async side => (await side.orders.details({ orderId })).codeUsedUp))
    const noticesOfCode = (userId: string) =>
      market.database.notice.findMany({ where: { userId, orderId, kind: 'code-used-up' }, select: { message: true } })
    for (let tries = 0; tries < 4; tries += 1)
      await expect(seller.orders.handOver({ orderId, code: wrong })).rejects.toThrow()
    expect([await isUsedUp(), await noticesOfCode(buyerId)]).toEqual([[false, false], []])
    await buyer.orders.renewHandoverCode({ orderId })
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, () => seller.orders.handOver({ orderId, code: wrong })),
    )
    const codes = tries.map(result => (result.status === 'rejected' ? result.reason.cause.code : 'done'))
    expect(codes.filter(code => code === 'WRONG_CODE')).toHaveLength(5)
    expect(codes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(4)
    expect(await isUsedUp()).toEqual([true, true])
    expect((await buyer.orders.mine({})).items).toMatchObject([{ id: orderId, codeUsedUp: true }])
    expect((await seller.listings.mine({})).items).toMatchObject([{ booking: { orderId, codeUsedUp: true } }])
    expect([await noticesOfCode(buyerId), await noticesOfCode(sellerId)]).toEqual([
      [{ message: expect.stringMatching(/^The seller has entered too many wrong codes .* Make a new one/) }],
      [{ message: expect.stringMatching(/^Too many wrong codes .* ask them to make a new one\.$/) }],
    ])
    const right = { orderId, code: (await buyer.orders.byId({ orderId })).handoverCode ?? '' }
    await expect(seller.orders.handOver(right)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const renewed = await buyer.orders.renewHandoverCode({ orderId })
    expect(await isUsedUp()).toEqual([false, false])
    await seller.orders.handOver({ orderId, code: renewed.handoverCode })
    expect(await orderState(orderId)).toBe('HANDED_OVER')
    const renewal = { subjectId: orderId, action: 'order.renew-code' }
    expect(await market.database.auditEntry.findMany({ where: renewal })).toMatchObject([
      { reason: null },
      { reason: null },
    ])
  })

  it('counts a wrong code once that is sent again under its key', async () => {
    const { buyer, seller, orderId } = await paid()
    const { handoverCode } = await buyer.orders.byId({ orderId })
    const wrong = { orderId, code: handoverCode === '000000' ? '000001' : '000000', idempotencyKey: 'a wrong code' }
    for (let repeat = 0; repeat < 6; repeat += 1)
      await expect(seller.orders.handOver(wrong)).rejects.toMatchObject({ cause: { code: 'WRONG_CODE' } })
    expect(await market.database.order.findUnique({ where: { id: orderId } })).toMatchObject({ handoverAttempts: 1 })
    await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
    expect(await orderState(orderId)).toBe('HANDED_OVER')
  })

  it('refuses another seller, another buyer’s renewal and an unpaid order', async () => {
    const { orderId } = await paid()
    const code = '123456'
    await expect((await market.asSeller()).orders.handOver({ orderId, code })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect((await market.asBuyer()).orders.renewHandoverCode({ orderId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const unpaid = await booked()
    await expect(market.as(unpaid.sellerId).orders.handOver({ orderId: unpaid.orderId, code })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
  })
})
