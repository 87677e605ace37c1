import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refundMissedHandovers } from '#payments/refund-missed-handovers.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  // These disputes are rows alone, which the provider check would not find.
  await market.database.dispute.deleteMany()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const DAY = 24
const passHours = (hours: number) => market.timePasses({ hours })
const orderOf = (id: string) => market.database.order.findUniqueOrThrow({ where: { id } })
const listingState = async (id: string) => (await market.database.listing.findUniqueOrThrow({ where: { id } })).state
const notificationsOf = async (userId: string) => {
  const notices = await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return notices.map(notice => notice.kind)
}
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    error => error.cause?.code ?? error.code,
  )

async function paid() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const booking = { listingId, meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
  const { orderId } = await buyer.orders.place(booking)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await buyer.payments.confirm({ orderId, transactionId })
  return { orderId, listingId, buyerId, sellerId, buyer, seller, transactionId }
}

/** Opens a dispute of the order's payment, as the provider reports it. */
async function dispute(orderId: string): Promise<string> {
  const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
  const row = {
    paymentId,
    providerId: `du_${orderId}`,
    amountCents: 20_000,
    reason: 'fraudulent',
    openedAt: new Date(),
  }
  const { id } = await market.database.dispute.create({ data: { ...row, state: 'NEEDS_RESPONSE' } })
  return id
}

describe('a paid order that nobody hands over', () => {
  it('is refunded after 14 days, after two reminders to both, and its phone is for sale again', async () => {
    const { orderId, listingId, buyerId, sellerId, transactionId } = await paid()
    const { paidAt, handoverDueAt } = await orderOf(orderId)
    expect((handoverDueAt?.getTime() ?? 0) - (paidAt?.getTime() ?? 0)).toBe(14 * 24 * 3_600_000)
    await passHours(6 * DAY)
    await market.runJobs()
    expect(await notificationsOf(buyerId)).toEqual([])
    for (const days of [1, 6]) {
      await passHours(days * DAY)
      await market.runJobs()
      await market.runJobs()
    }
    expect(await notificationsOf(buyerId)).toEqual(['reminder', 'reminder'])
    expect(await notificationsOf(sellerId)).toEqual(['booked', 'paid', 'reminder', 'reminder'])
    await passHours(DAY)
    await Promise.all([market.runJobs(), market.runJobs()])
    expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED', ending: 'HANDOVER_MISSED' })
    expect(await listingState(listingId)).toBe('AVAILABLE')
    expect((await notificationsOf(buyerId)).filter(kind => kind === 'refunded')).toHaveLength(1)
    expect((await notificationsOf(sellerId)).filter(kind => kind === 'refunded')).toHaveLength(1)
    expect((await market.card.intent(transactionId)).latest_charge).toMatchObject({ refunded: true })
  })

  it('stays as it is, and nobody is reminded, while the bank disputes its payment', async () => {
    const { orderId, buyerId } = await paid()
    const id = await dispute(orderId)
    for (const days of [13.5, 1.5]) {
      await passHours(days * DAY)
      await market.runJobs()
    }
    expect((await orderOf(orderId)).state).toBe('PAID')
    expect(await notificationsOf(buyerId)).toEqual([])
    await market.database.dispute.update({ where: { id }, data: { state: 'WON', closedAt: new Date() } })
    await market.runJobs()
    expect((await orderOf(orderId)).state).toBe('REFUNDED')
  })

  it('stays with an admin when its seller says that it was, in the moment in which it is missed', async () => {
    const { orderId, buyer } = await paid()
    await passHours(14 * DAY)
    const held = Promise.withResolvers<void>()
    const claiming = market.database.$transaction(
      async tx => {
        await tx.$executeRaw`UPDATE orders SET handover_claimed_at = now(),
          answer_due_at = now() + interval '3 days' WHERE id = ${orderId}::uuid`
        held.resolve()
        await market.untilWaiting()
      },
      { timeout: 20_000 },
    )
    await held.promise
    await Promise.all([refundMissedHandovers(market.platform), claiming])
    expect((await orderOf(orderId)).state).toBe('PAID')
    await buyer.orders.confirmHandover({ orderId })
  })
})

describe('a handover without the code', () => {
  it('waits 72 hours for the buyer, reminds them, and is done when they confirm', async () => {
    const { orderId, buyerId, sellerId, buyer, seller } = await paid()
    const { answerDueAt } = await seller.orders.claimHandover({ orderId })
    expect(Date.parse(answerDueAt) - Date.now()).toBeGreaterThan(71 * 3_600_000)
    expect(await codeOf(seller.orders.claimHandover({ orderId }))).toBe('CONFLICT')
    await passHours(47)
    await market.runJobs()
    expect(await notificationsOf(buyerId)).toEqual(['handover-claimed'])
    await passHours(2)
    await market.runJobs()
    expect(await notificationsOf(buyerId)).toEqual(['handover-claimed', 'reminder'])
    await buyer.orders.confirmHandover({ orderId })
    expect(await orderOf(orderId)).toMatchObject({ state: 'HANDED_OVER', ending: 'HANDED_OVER' })
    expect(await notificationsOf(sellerId)).toContain('handed-over')
  })

  it('may be confirmed by the buyer without a claim, and still be done by the code after one', async () => {
    const [unclaimed, claimed] = [await paid(), await paid()]
    await unclaimed.buyer.orders.confirmHandover({ orderId: unclaimed.orderId })
    await claimed.seller.orders.claimHandover({ orderId: claimed.orderId })
    const { handoverCode } = await claimed.buyer.orders.byId({ orderId: claimed.orderId })
    await claimed.seller.orders.handOver({ orderId: claimed.orderId, code: handoverCode ?? '' })
    for (const { orderId } of [unclaimed, claimed]) expect((await orderOf(orderId)).state).toBe('HANDED_OVER')
  })

  it('that nobody answers goes to the admins once, and is never refunded by itself', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    const { orderId, listingId, seller, buyer, sellerId } = await paid()
    await seller.orders.claimHandover({ orderId })
    const decision = { orderId, outcome: 'REFUNDED', reason: 'The buyer is right' } as const
    expect(await codeOf(market.as(admin.id).orders.decideHandover(decision))).toBe('CONFLICT')
    await passHours(72)
    await market.runJobs()
    expect((await notificationsOf(admin.id)).filter(kind => kind === 'handover-undecided')).toHaveLength(1)
    await passHours(20 * DAY)
    await market.runJobs()
    // Once more, as the time to decide is over.
    expect((await notificationsOf(admin.id)).filter(kind => kind === 'handover-undecided')).toHaveLength(2)
    expect((await orderOf(orderId)).state).toBe('PAID')
    expect(await codeOf(buyer.orders.denyHandover({ orderId, reason: 'Too late' }))).toBe('CONFLICT')
    const { items } = await market.as(admin.id).orders.all({ undecided: true })
    expect(items.map(({ id, undecided }) => [id, undecided])).toEqual([[orderId, true]])
    await market.as(admin.id).orders.decideHandover(decision)
    expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN' })
    expect(await listingState(listingId)).toBe('REMOVED')
    expect(await notificationsOf(sellerId)).toContain('refunded')
  })

  it('that the buyer denies goes to the admins at once; one decides, with a reason, once', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    const { orderId, seller, buyer, sellerId, buyerId } = await paid()
    expect(await codeOf(buyer.orders.denyHandover({ orderId, reason: 'What?' }))).toBe('CONFLICT')
    await seller.orders.claimHandover({ orderId })
    await buyer.orders.denyHandover({ orderId, reason: 'We never met' })
    expect(await codeOf(buyer.orders.denyHandover({ orderId, reason: 'Again' }))).toBe('CONFLICT')
    expect(await notificationsOf(sellerId)).toContain('handover-denied')
    await passHours(73)
    await market.runJobs()
    // The denial, and that the time to decide is over; not that the buyer's is.
    expect((await notificationsOf(admin.id)).filter(kind => kind === 'handover-undecided')).toHaveLength(2)
    const decision = { orderId, outcome: 'HANDED_OVER', reason: 'The camera shows it' } as const
    const decisions = [market.as(admin.id), await market.asAdmin()].map(one =>
      codeOf(one.orders.decideHandover(decision)),
    )
    expect((await Promise.all(decisions)).toSorted()).toEqual(['ORDER_NOT_OPEN', 'ok'])
    expect(await orderOf(orderId)).toMatchObject({ state: 'HANDED_OVER', endReason: 'The camera shows it' })
    const notices = await market.database.notice.findMany({ where: { kind: 'handed-over', userId: buyerId } })
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^An admin has decided that Aurora 12 was handed over\. If you do not have it, or something is wrong with it, report a problem on the order’s page until .* UTC; then the money is the seller’s\. The admin wrote: “The camera shows it”$/,
      ),
    ])
    for (const userId of [buyerId, sellerId]) {
      const mails = await market.database.mail.findMany({ where: { userId, kind: 'handover-decided' } })
      expect(mails).toMatchObject([{ orderId, message: expect.stringContaining('The camera shows it') }])
    }
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: orderId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action }) => action).slice(2)).toEqual([
      'order.claim-handover',
      'order.deny-handover',
      'order.decide-handover',
    ])
  })

  it('is nothing that can be done while the bank disputes the payment', async () => {
    const { orderId, buyer, seller } = await paid()
    const { handoverCode } = await buyer.orders.byId({ orderId })
    await seller.orders.claimHandover({ orderId })
    await passHours(73)
    const id = await dispute(orderId)
    const admin = await market.asAdmin()
    const calls = [
      seller.orders.handOver({ orderId, code: handoverCode ?? '' }),
      seller.orders.claimHandover({ orderId }),
      buyer.orders.confirmHandover({ orderId }),
      admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'x' }),
    ]
    expect(await Promise.all(calls.map(codeOf))).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'])
    await market.database.dispute.update({ where: { id }, data: { state: 'WON', closedAt: new Date() } })
    await buyer.orders.confirmHandover({ orderId })
  })

  it('refuses the wrong role, another’s order and one that is not paid', async () => {
    const { orderId, buyer, seller } = await paid()
    const [otherSeller, otherBuyer] = [await market.asSeller(), await market.asBuyer()]
    expect(await codeOf(buyer.orders.claimHandover({ orderId }))).toBe('FORBIDDEN')
    expect(await codeOf(seller.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'x' }))).toBe(
      'FORBIDDEN',
    )
    expect(await codeOf(otherSeller.orders.claimHandover({ orderId }))).toBe('NOT_FOUND')
    for (const caller of [seller, otherBuyer, await market.asAdmin()]) {
      expect(await codeOf(caller.orders.confirmHandover({ orderId }))).toBe('NOT_FOUND')
      expect(await codeOf(caller.orders.denyHandover({ orderId, reason: 'x' }))).toBe('NOT_FOUND')
    }
    const unpaid = await market.order()
    expect(await codeOf(market.as(unpaid.buyerId).orders.confirmHandover({ orderId: unpaid.id }))).toBe(
      'ORDER_NOT_OPEN',
    )
  })

  it('ends in one way, whoever claims, enters the code, confirms, denies or refunds at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, buyer, seller } = await paid()
      const { handoverCode } = await buyer.orders.byId({ orderId })
      const outcomes = await Promise.all(
        [
          seller.orders.claimHandover({ orderId }),
          seller.orders.handOver({ orderId, code: handoverCode ?? '' }),
          buyer.orders.confirmHandover({ orderId }),
          buyer.orders.denyHandover({ orderId, reason: 'Not yet' }),
          seller.payments.refund({ orderId, reason: 'It broke', relist: true }),
        ].map(codeOf),
      )
      const [, code, confirmed, , refunded] = outcomes
      expect([code, confirmed, refunded].filter(outcome => outcome === 'ok')).toHaveLength(1)
      const entries = await market.database.auditEntry.count({
        where: { subjectId: orderId, action: { in: ['order.hand-over', 'order.confirm-handover', 'order.refund'] } },
      })
      expect(entries).toBe(1)
    }
  })
})
