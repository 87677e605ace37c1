import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { authenticate } from '#identity/authenticate.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { lockOrderRow } from '#orders/lock-order.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { suspendUser } from '#user-oversight/suspend-user.ts'
import { removeUser } from './remove-user.ts'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin()
})
afterAll(() => market.close())

const listingState = async (id: string) =>
  (await market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true } })).state
const orderOf = (id: string) =>
  market.database.order.findUniqueOrThrow({ where: { id }, select: { state: true, phone: true, productName: true } })
const entriesOf = (subjectId: string) =>
  market.database.auditEntry.findMany({ where: { subjectId }, select: { action: true, actorId: true } })

/** Someone with an account at the identity provider too. */
async function signedUp(role: 'BUYER' | 'SELLER') {
  const credentials = { email: `removal-${crypto.randomUUID()}@example.test`, password: 'second-ring' }
  const { idToken } = await market.identity.signUp(credentials)
  const { account } = await market.anonymous().accounts.register({ idToken, name: 'Robin Vale', role })
  return { ...credentials, id: account.id, idToken }
}

describe('removing a user', () => {
  it('is not for whom it is no admin any more once the call’s turn has come; nor is suspending one', async () => {
    const { id: adminId } = await market.user({ role: 'ADMIN' })
    const { id: userId } = await market.user()
    const { caller } = await authenticate(market.platform, market.tokenOf(adminId))
    if (!caller) throw new Error('The admin is signed in')
    await market.database.user.update({ where: { id: adminId }, data: { role: 'SELLER' } })
    const forbidden = { code: 'FORBIDDEN' }
    await expect(removeUser(market.platform, caller, { userId })).rejects.toMatchObject(forbidden)
    await expect(suspendUser(market.platform, caller, { userId, reason: 'Fraud' })).rejects.toMatchObject(forbidden)
    expect(await market.database.user.count({ where: { id: userId, deletedAt: null, suspendedAt: null } })).toBe(1)
  })

  it('waits for the removal of another: both lock more than themselves', async () => {
    const { id: userId } = await market.user()
    const { removed } = await market.database.$transaction(
      async tx => {
        await lockRemovals(tx)
        const removed = admin.accounts.removeUser({ userId })
        await market.untilWaiting()
        return { removed }
      },
      { timeout: 20_000 },
    )
    expect(await removed).toEqual({ userId })
  })

  it('waits for what is done to an order of theirs, before it takes away anything that hangs on it', async () => {
    const { orderId, buyerId, sellerId } = await paidOrder(market)
    const asked = { kind: 'cancellation-proposed', userId: sellerId, orderId } as const
    await market.database.$transaction(tx => notifyUserOfLatest(tx, { ...asked, message: 'First' }))
    const [removed] = await market.whileHeld({
      hold: tx => lockOrderRow(tx, orderId),
      acts: [() => admin.accounts.removeUser({ userId: buyerId })],
      whenWaiting: tx => notifyUserOfLatest(tx, { ...asked, message: 'Second' }),
    })
    expect(removed).toEqual({ status: 'fulfilled', value: { userId: buyerId } })
  })

  it('takes the results of what they have sent with a key', async () => {
    const { id: userId } = await market.user()
    const idempotencyKey = crypto.randomUUID()
    await market.as(userId).accounts.changeName({ name: 'Robin Vale', idempotencyKey })
    expect(await market.database.idempotencyKey.count({ where: { userId } })).toBe(1)
    await admin.accounts.removeUser({ userId })
    expect(await market.database.idempotencyKey.count({ where: { userId } })).toBe(0)
  })

  it('cuts off their access at the next call, and the identity provider lets them in no more', async () => {
    const user = await signedUp('BUYER')
    const caller = market.as(user.id)
    expect((await caller.accounts.me()).id).toBe(user.id)
    await admin.accounts.removeUser({ userId: user.id })
    await expect(caller.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(market.anonymous().accounts.exchange({ idToken: user.idToken })).rejects.toThrow()
    expect((await market.identity.signIn(user.email, user.password)).uid).toBeTruthy()
    await market.runJobs()
    await expect(market.identity.signIn(user.email, user.password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  })

  it('takes a seller’s unsold listings off the market and leaves a completed order with its snapshot', async () => {
    const seller = await market.user({ role: 'SELLER', name: 'Sara Lind' })
    const free = await market.listing({ sellerId: seller.id, sellerName: 'Sara Lind' })
    const booked = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
    const unpaid = await market.order({ listingId: booked.id })
    const sold = await market.listing({ sellerId: seller.id, state: 'SOLD', sellerName: 'Sara Lind' })
    const done = await market.order({ listingId: sold.id, state: 'HANDED_OVER', phone: '+1 555 010 0142' })
    expect(await admin.accounts.previewRemoval({ userId: seller.id })).toEqual({
      userId: seller.id,
      name: 'Sara Lind',
      emailProven: true,
      listingsRemoved: 2,
      ordersCancelled: 1,
      ordersRefunded: 0,
      ordersKept: 1,
      ...{ balanceCents: 0, heldCents: 0, isPayable: false, isFrozen: false },
    })
    await admin.accounts.removeUser({ userId: seller.id })
    expect(await Promise.all([free, booked, sold].map(({ id }) => listingState(id)))).toEqual([
      'REMOVED',
      'REMOVED',
      'SOLD',
    ])
    expect((await orderOf(unpaid.id)).state).toBe('CANCELLED')
    // The buyer is another user: their phone number stays, for the order.
    expect(await orderOf(done.id)).toEqual({ state: 'HANDED_OVER', phone: '+1 555 010 0142', productName: 'Aurora 12' })
    const rows = await market.database.listing.findMany({
      where: { sellerId: seller.id },
      select: { sellerName: true },
    })
    expect(new Set(rows.map(row => row.sellerName))).toEqual(new Set(['']))
    const user = await market.database.user.findUniqueOrThrow({ where: { id: seller.id } })
    expect(user).toMatchObject({ name: '', email: null, deletedAt: expect.any(Date) })
  })

  it('frees the phones that a buyer has booked, and blanks their phone number on what they have paid', async () => {
    const buyer = await market.user()
    const booked = await market.listing()
    const { orderId } = await market.as(buyer.id).orders.place({
      listingId: booked.id,
      meetingPlace: 'Library',
      phone: '+1 555 010 0123',
      expectedPriceCents: 20_000,
    })
    const sold = await market.listing({ state: 'SOLD' })
    const done = await market.order({ listingId: sold.id, buyerId: buyer.id, state: 'HANDED_OVER' })
    await market.as(buyer.id).listings.setFavorite({ listingId: booked.id, favorite: true })
    await admin.accounts.removeUser({ userId: buyer.id })
    expect(await listingState(booked.id)).toBe('AVAILABLE')
    expect(await orderOf(orderId)).toMatchObject({ state: 'CANCELLED', phone: '' })
    expect(await orderOf(done.id)).toMatchObject({ state: 'HANDED_OVER', phone: '' })
    expect(await market.database.favorite.count({ where: { userId: buyer.id } })).toBe(0)
    expect((await entriesOf(orderId)).map(entry => entry.action)).toEqual(['order.place', 'order.cancel'])
  })

  it('is audited once, with the admin who did it; a second time there is nobody', async () => {
    const { id: actorId } = await admin.accounts.me()
    const { id: userId } = await market.user()
    await admin.accounts.removeUser({ userId })
    await expect(admin.accounts.removeUser({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.accounts.previewRemoval({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await entriesOf(userId)).toEqual([{ action: 'account.remove', actorId }])
  })

  it('refuses oneself, and everyone who is no admin', async () => {
    const { id: own } = await admin.accounts.me()
    await expect(admin.accounts.removeUser({ userId: own })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id: userId } = await market.user()
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.accounts.removeUser({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.accounts.previewRemoval({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('leaves one of two admins who remove each other at once', async () => {
    const [one, two] = [await market.user({ role: 'ADMIN' }), await market.user({ role: 'ADMIN' })]
    for (const { id: userId } of [one, two]) await admin.accounts.proposeRemoval({ userId })
    const results = await Promise.allSettled([
      market.as(one.id).accounts.removeUser({ userId: two.id }),
      market.as(two.id).accounts.removeUser({ userId: one.id }),
    ])
    expect(results.map(result => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const left = await market.database.user.count({ where: { id: { in: [one.id, two.id] }, deletedAt: null } })
    expect(left).toBe(1)
  })
})

describe('removing a side of a paid order that was not handed over', () => {
  async function paid() {
    const [buyer, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
    const booking = { listingId, meetingPlace: 'Library', phone: '5550100', expectedPriceCents: 20_000 }
    const { orderId } = await market.as(buyer.id).orders.place(booking)
    await market.as(buyer.id).orders.addNote({ orderId, text: 'My number is 555 0100' })
    const meeting = { meetingPlace: 'At my home', meetingTime: null }
    await market.as(sellerId).orders.proposeMeeting({ orderId, ...meeting })
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyer.id).payments.confirm({ orderId, transactionId })
    return { orderId, listingId, transactionId, buyer: buyer.id, seller: sellerId }
  }
  const refundedAt = async (transactionId: string) => {
    const { latest_charge: charge } = await market.card.intent(transactionId)
    return typeof charge === 'object' && charge?.refunded
  }
  const kindsOf = async (userId: string) =>
    (await market.database.notice.findMany({ where: { userId } })).map(({ kind }) => kind)

  it.each([
    { removed: 'seller', other: 'buyer', phone: 'REMOVED' },
    { removed: 'buyer', other: 'seller', phone: 'AVAILABLE' },
  ] as const)(
    'the $removed refunds it, notifies the $other, and deletes their notes',
    async ({ removed, other, phone }) => {
      const order = await paid()
      const userId = order[removed]
      expect(await admin.accounts.previewRemoval({ userId })).toMatchObject({ ordersRefunded: 1, ordersKept: 0 })
      await admin.accounts.removeUser({ userId })
      await market.runJobs()
      const row = await market.database.order.findUniqueOrThrow({ where: { id: order.orderId } })
      expect(row).toMatchObject({
        state: 'REFUNDED',
        ending: 'SIDE_REMOVED',
        endReason: expect.stringMatching(/removed/),
      })
      await expect.poll(() => refundedAt(order.transactionId)).toBe(true)
      expect(await listingState(order.listingId)).toBe(phone)
      expect((await kindsOf(order[other])).filter(kind => kind === 'refunded')).toHaveLength(1)
      const { notes, proposal } = await admin.orders.details({ orderId: order.orderId })
      expect([notes.length, proposal]).toEqual(removed === 'buyer' ? [0, expect.anything()] : [1, null])
    },
  )

  it('leaves to an admin, at once, what its seller says is handed over', async () => {
    const { orderId, buyer: userId, seller } = await paid()
    await market.as(seller).orders.claimHandover({ orderId })
    expect(await admin.accounts.previewRemoval({ userId })).toMatchObject({ ordersRefunded: 0 })
    await admin.accounts.removeUser({ userId })
    await market.runJobs()
    expect((await orderOf(orderId)).state).toBe('PAID')
    const { items } = await admin.orders.all({ undecided: true })
    expect(items.map(({ id }) => id)).toContain(orderId)
    await admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'The seller has shown a receipt' })
    expect((await orderOf(orderId)).state).toBe('HANDED_OVER')
  })

  it('leaves what the bank holds to the bank, and refunds it once the bank has decided for the market', async () => {
    const { orderId, buyer: userId } = await paid()
    const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    const claim = { paymentId, providerId: `du_${orderId}`, amountCents: 20_000, reason: 'fraudulent' }
    const { id } = await market.database.dispute.create({
      data: { ...claim, openedAt: new Date(), state: 'NEEDS_RESPONSE' },
    })
    expect(await admin.accounts.previewRemoval({ userId })).toMatchObject({ ordersRefunded: 0 })
    await admin.accounts.removeUser({ userId })
    expect((await orderOf(orderId)).state).toBe('PAID')
    await market.database.dispute.update({ where: { id }, data: { state: 'WON', closedAt: new Date() } })
    await market.runJobs()
    expect((await orderOf(orderId)).state).toBe('REFUNDED')
  })

  it('meets its handover in one end', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, buyer, seller } = await paid()
      const { handoverCode } = await market.as(buyer).orders.byId({ orderId })
      const results = await Promise.allSettled([
        market.as(seller).orders.handOver({ orderId, code: handoverCode ?? '' }),
        admin.accounts.removeUser({ userId: round % 2 ? buyer : seller }),
      ])
      expect(results[1].status).toBe('fulfilled')
      const { state } = await orderOf(orderId)
      expect(state).toBe(results[0].status === 'fulfilled' ? 'HANDED_OVER' : 'REFUNDED')
    }
  })
})

describe('a removal in the middle of something', () => {
  it('leaves no live order and no unsold listing, however bookings and posts race with it', async () => {
    for (let round = 0; round < 15; round += 1) {
      const seller = await market.user({ role: 'SELLER' })
      const buyers = await Promise.all([market.asBuyer(), market.asBuyer(), market.asBuyer()])
      const { id: categoryId } = await market.category()
      const listings = await Promise.all([1, 2, 3].map(() => market.listing({ sellerId: seller.id, categoryId })))
      const post = {
        categoryId,
        sellerName: 'Robin Vale',
        productName: 'Late post',
        images: [PICTURE],
        condition: 'GOOD' as const,
        description: 'Works.',
        location: 'Portland',
        resalePriceCents: 20_000,
        originalPriceCents: 50_000,
        yearsUsed: 1,
      }
      const results = await Promise.allSettled([
        ...buyers.map((buyer, index) =>
          buyer.orders.place({
            listingId: listings[index]?.id ?? '',
            meetingPlace: 'Library',
            phone: '5550100',
            expectedPriceCents: 20_000,
          }),
        ),
        market.as(seller.id).listings.create(post),
        admin.accounts.removeUser({ userId: seller.id }),
      ])
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason.code).not.toBe('INTERNAL_SERVER_ERROR')
      }
      const where = { sellerId: seller.id }
      expect(await market.database.listing.count({ where: { ...where, state: { not: 'REMOVED' } } })).toBe(0)
      expect(await market.database.order.count({ where: { listing: where, state: { not: 'CANCELLED' } } })).toBe(0)
    }
  })

  it('ends a payment that was begun, so that nobody is charged', async () => {
    const buyer = await market.user()
    const { id: listingId, sellerId } = await market.listing()
    const caller = market.as(buyer.id)
    const { orderId } = await caller.orders.place({
      listingId,
      meetingPlace: 'Library',
      phone: '5550100',
      expectedPriceCents: 20_000,
    })
    const { clientSecret } = await caller.payments.createIntent({ orderId })
    await admin.accounts.removeUser({ userId: sellerId })
    await market.runJobs()
    await expect(market.card.pay(clientSecret)).rejects.toThrow()
    const payments = await market.database.payment.findMany({ where: { orderId }, select: { state: true } })
    expect(payments).toEqual([{ state: 'CANCELLED' }])
  })

  it('gives back a charge that was quicker', async () => {
    const buyer = await market.user()
    const { id: listingId, sellerId } = await market.listing()
    const caller = market.as(buyer.id)
    const { orderId } = await caller.orders.place({
      listingId,
      meetingPlace: 'Library',
      phone: '5550100',
      expectedPriceCents: 20_000,
    })
    const { clientSecret } = await caller.payments.createIntent({ orderId })
    await admin.accounts.removeUser({ userId: sellerId })
    await market.card.pay(clientSecret)
    await market.runJobs()
    // The provider's own event may have been first, and its refund still be on the way.
    const states = () => market.database.payment.findMany({ where: { orderId }, select: { state: true } })
    await expect.poll(states).toEqual([{ state: 'REFUNDED' }])
  })

  it('tries the identity provider again until it answers', async () => {
    const user = await signedUp('SELLER')
    const { removeAccount } = market.platform.identity
    let calls = 0
    market.platform.identity.removeAccount = async uid => {
      calls += 1
      if (calls < 3) throw new Error('out of reach')
      await removeAccount(uid)
    }
    await admin.accounts.removeUser({ userId: user.id })
    await market.runJobs()
    market.platform.identity.removeAccount = removeAccount
    expect(calls).toBe(3)
    await expect(market.identity.signIn(user.email, user.password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  })
})

describe('the database itself', () => {
  it('takes no row of a removed user', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    await admin.accounts.removeUser({ userId: id })
    await expect(market.listing({ sellerId: id })).rejects.toThrow(/_present/)
    await expect(market.order({ buyerId: id })).rejects.toThrow(/_present/)
    const { id: listingId } = await market.listing()
    await expect(market.database.favorite.create({ data: { userId: id, listingId } })).rejects.toThrow(/_present/)
  })
})
