import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate } from '#identity/authenticate.ts'
import { removeDueAccounts } from '#user-removal/remove-due-accounts.ts'

const REASON = 'Three buyers got a phone that was not the one in the picture.'
const booking = { meetingPlace: 'Library', phone: '+1 555 010 0123', expectedPriceCents: 20_000 }

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin()
})
afterAll(async () => {
  const broken = await market.checkLedger()
  await market.close()
  expect(broken).toEqual([])
})

const suspend = (userId: string) => admin.accounts.suspend({ userId, reason: REASON })
const lift = (userId: string) => admin.accounts.liftSuspension({ userId })
const listingOf = (id: string) =>
  market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true, hiddenAt: true } })
const orderOf = (id: string) =>
  market.database.order.findUniqueOrThrow({ where: { id }, select: { state: true, ending: true, endReason: true } })
const messagesOf = async (userId: string) =>
  (await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ message }) => message)
const actionsOn = async (subjectId: string) =>
  (
    await market.database.auditEntry.findMany({
      where: { subjectId, action: { not: 'read.user' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, reason }) => [action, reason])

async function signedUp(role: 'BUYER' | 'SELLER' = 'SELLER') {
  const credentials = { email: `suspended-${crypto.randomUUID()}@example.test`, password: 'second-ring' }
  const { idToken } = await market.identity.signUp(credentials)
  const { account } = await market.anonymous().accounts.register({ idToken, name: 'Robin Vale', role })
  return { ...credentials, id: account.id, idToken }
}

async function paidOrder() {
  const [buyer, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId })
  return { orderId, listingId, transactionId, buyer: buyer.id, seller: sellerId }
}

describe('suspending a user', () => {
  it('ends their sessions, and every call and sign-in tells the reason and whom to write to', async () => {
    const user = await signedUp()
    const caller = market.as(user.id)
    await caller.accounts.me()
    expect(await suspend(user.id)).toEqual({ userId: user.id, changed: true })
    const told = { message: expect.stringMatching(/is suspended: “Three buyers.*write to whoever runs this market/) }
    await expect(caller.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' }, ...told })
    const suspended = { cause: { code: 'ACCOUNT_SUSPENDED' }, ...told }
    const { idToken } = user
    const nobody = market.anonymous().accounts
    await expect(nobody.exchange({ idToken })).rejects.toMatchObject(suspended)
    await expect(nobody.register({ idToken, name: 'Robin', role: 'SELLER' })).rejects.toMatchObject(suspended)
    const row = await market.database.session.findFirstOrThrow({ where: { userId: user.id } })
    expect(row).toMatchObject({ endReason: 'SUSPENDED', endedAt: expect.any(Date) })
    expect(await actionsOn(user.id)).toContainEqual(['account.suspend', REASON])
  })

  it('names who runs the market, where that is known', async () => {
    const { id } = await market.user()
    await suspend(id)
    const platform = { ...market.platform, operatorEmail: 'help@shop.example' }
    const { ended } = await authenticate(platform, market.tokenOf(id))
    expect(ended?.message).toContain('write to help@shop.example.')
  })

  it('hides what they sell, ends unpaid bookings on either side, and leaves their places in line', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const caller = market.as(id)
    const free = await market.listing({ sellerId: id })
    const { id: booked } = await market.listing({ sellerId: id })
    const buyer = await market.user()
    const { orderId: ofOthers } = await market.as(buyer.id).orders.place({ listingId: booked, ...booking })
    const wanted = await market.listing()
    const { orderId: own } = await caller.orders.place({ listingId: wanted.id, ...booking })
    const other = await market.listing({ state: 'RESERVED' })
    await market.order({ listingId: other.id })
    await caller.orders.joinWaitingList({ listingId: other.id })
    await suspend(id)
    for (const listingId of [free.id, booked]) {
      expect(await listingOf(listingId)).toEqual({ state: 'REMOVED', hiddenAt: expect.any(Date) })
      await expect(market.anonymous().listings.get({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    for (const [orderId, side] of [
      [ofOthers, 'seller'],
      [own, 'buyer'],
    ] as const) {
      const why = `The ${side}’s account was suspended`
      expect(await orderOf(orderId)).toEqual({ state: 'CANCELLED', ending: 'SIDE_REMOVED', endReason: why })
    }
    expect(await listingOf(wanted.id)).toMatchObject({ state: 'AVAILABLE' })
    expect(await messagesOf(buyer.id)).toEqual([expect.stringContaining('the seller’s account was suspended')])
    const entry = await market.database.waitingEntry.findFirstOrThrow({ where: { userId: id } })
    expect(entry.state).toBe('LEFT')
  })

  it.each(['buyer', 'seller'] as const)('refunds what is paid when it is the %s, and tells both', async side => {
    const order = await paidOrder()
    await suspend(order[side])
    expect(await orderOf(order.orderId)).toMatchObject({
      state: 'REFUNDED',
      ending: 'SIDE_REMOVED',
      endReason: `The ${side}’s account was suspended`,
    })
    await market.runJobs()
    const { latest_charge: charge } = await market.card.intent(order.transactionId)
    expect(typeof charge === 'object' && charge?.refunded).toBe(true)
    for (const userId of [order.buyer, order.seller]) {
      expect(await messagesOf(userId)).toContainEqual(
        expect.stringContaining(`The ${side}’s account was suspended. The payment for`),
      )
    }
    const hidden = { state: 'REMOVED', hiddenAt: expect.any(Date) }
    expect(await listingOf(order.listingId)).toEqual(
      side === 'seller' ? hidden : { state: 'AVAILABLE', hiddenAt: null },
    )
    await lift(order[side])
    expect(await listingOf(order.listingId)).toEqual({ state: 'AVAILABLE', hiddenAt: null })
  })

  it('leaves what the bank holds to the bank, and refunds it once the bank has decided for the market', async () => {
    const { orderId, seller } = await paidOrder()
    const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    const claim = { paymentId, providerId: `du_${orderId}`, amountCents: 20_000, reason: 'fraudulent' }
    const { id } = await market.database.dispute.create({
      data: { ...claim, openedAt: new Date(), state: 'NEEDS_RESPONSE' },
    })
    await suspend(seller)
    expect((await orderOf(orderId)).state).toBe('PAID')
    await market.database.dispute.update({ where: { id }, data: { state: 'WON', closedAt: new Date() } })
    await market.runJobs()
    expect((await orderOf(orderId)).state).toBe('REFUNDED')
    // The provider knows nothing of it, which the ledger's check would say.
    await market.database.dispute.delete({ where: { id } })
  })

  it('gives the money of a charge back that comes after it', async () => {
    const [buyer, { id: listingId }] = [await market.user(), await market.listing()]
    const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking })
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    await suspend(buyer.id)
    await market.runJobs()
    const { latest_charge: charge } = await market.card.intent(transactionId)
    expect(typeof charge === 'object' && charge?.refunded).toBe(true)
    // The market may have heard of the charge before the suspension.
    expect(['CANCELLED', 'REFUNDED']).toContain((await orderOf(orderId)).state)
  })

  it('tells them of no new listing any more', async () => {
    const { id } = await market.user()
    await market.as(id).search.save({ text: 'zephyr' })
    await suspend(id)
    const seller = await market.asSeller()
    const { id: categoryId } = await market.category()
    await market.upload({ userId: (await seller.accounts.me()).id })
    await seller.listings.create({ ...post, categoryId, productName: 'Zephyr 3' })
    await market.runJobs()
    expect(await messagesOf(id)).toEqual([])
  })

  it('twice or at once is one suspension, with its first reason; and so is lifting it', async () => {
    const { id } = await market.user()
    const answers = await Promise.all([1, 2, 3].map(() => suspend(id)))
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    await admin.accounts.suspend({ userId: id, reason: 'Another one' })
    expect((await admin.accounts.byId({ userId: id })).suspension?.reason).toBe(REASON)
    const lifted = await Promise.all([1, 2, 3].map(() => lift(id)))
    expect(lifted.filter(({ changed }) => changed)).toHaveLength(1)
    expect((await actionsOn(id)).map(([action]) => action)).toEqual(['account.suspend', 'account.lift-suspension'])
  })

  it('is not done to oneself, to an admin, nor to an account that was set aside or removed', async () => {
    const { id: own } = await admin.accounts.me()
    const other = await market.user({ role: 'ADMIN' })
    for (const id of [own, other.id]) await expect(suspend(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id } = await market.user()
    const setAside = { setAsideAt: new Date(), setAsideEmail: 'a@example.test', email: null }
    await market.database.user.update({ where: { id }, data: setAside })
    await expect(suspend(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const gone = await market.user()
    await admin.accounts.removeUser({ userId: gone.id })
    await expect(suspend(gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(lift(gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('refuses the wrong role, and a reason that is none or too long', async () => {
    const { id: userId } = await market.user()
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.accounts.suspend({ userId, reason: REASON })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.accounts.liftSuspension({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const reason of ['', '  ', 'x'.repeat(501)]) {
      await expect(admin.accounts.suspend({ userId, reason })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

const post = {
  sellerName: 'Robin Vale',
  images: [PICTURE],
  condition: 'GOOD' as const,
  description: 'Works.',
  location: 'Portland',
  resalePriceCents: 20_000,
  originalPriceCents: 50_000,
  yearsUsed: 1,
}

describe('lifting a suspension', () => {
  it('lets them sign in again, brings their listings back and tells them', async () => {
    const user = await signedUp()
    const { id: listingId } = await market.listing({ sellerId: user.id })
    await market.as(user.id).accounts.me()
    await suspend(user.id)
    await expect(market.as(user.id).accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await lift(user.id)
    expect(await listingOf(listingId)).toEqual({ state: 'AVAILABLE', hiddenAt: null })
    expect(await messagesOf(user.id)).toEqual([expect.stringContaining('open again')])
    const { uid } = await market.identity.signIn(user.email, user.password)
    expect(uid).toBeTruthy()
    // An old token stays ended.
    await expect(market.as(user.id).accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('brings nothing back that a pending deletion hides, until the account is kept', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const { id: listingId } = await market.listing({ sellerId: id })
    await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
    await suspend(id)
    await lift(id)
    expect(await listingOf(listingId)).toEqual({ state: 'REMOVED', hiddenAt: expect.any(Date) })
    const again = market.as(id, crypto.randomUUID())
    await again.accounts.cancelDeletion({})
    expect(await listingOf(listingId)).toEqual({ state: 'AVAILABLE', hiddenAt: null })
  })

  it('leaves those hidden whose category was retired meanwhile', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const { id: listingId, categoryId } = await market.listing({ sellerId: id })
    await suspend(id)
    await admin.catalog.retire({ categoryId })
    await lift(id)
    expect(await listingOf(listingId)).toEqual({ state: 'REMOVED', hiddenAt: null })
  })
})

describe('a suspended account whose deletion is due', () => {
  it('is deleted, and its proven email stays out for the reason of the suspension', async () => {
    const { id, email } = await market.user()
    await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
    await suspend(id)
    await market.timePasses({ hours: 7 * 24 + 1 })
    await removeDueAccounts(market.platform)
    const { items } = await admin.accounts.bannedEmails({ email })
    expect(items).toEqual([expect.objectContaining({ userId: id, reason: REASON, bannedById: null, bannedByName: '' })])
  })
})

describe('a suspension in the middle of something', () => {
  it('waits for a place in line that is being taken, and ends it', async () => {
    const [{ id: userId }, { listingId }] = [await market.user(), await market.order()]
    const entry = { userId, listingId }
    const [suspended] = await market.whileHeld({
      hold: tx => tx.waitingEntry.create({ data: entry }),
      acts: [() => suspend(userId)],
    })
    expect(suspended).toMatchObject({ value: { changed: true } })
    expect(await market.database.waitingEntry.findFirst({ where: entry })).toMatchObject({ state: 'LEFT' })
  })

  it('leaves no live order and no unsold listing, however bookings, posts and adverts race with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const seller = await market.user({ role: 'SELLER' })
      const caller = market.as(seller.id)
      const buyers = await Promise.all([market.asBuyer(), market.asBuyer()])
      const { id: categoryId } = await market.category()
      await market.upload({ userId: seller.id })
      const listings = await Promise.all([1, 2, 3].map(() => market.listing({ sellerId: seller.id, categoryId })))
      const [first, second, third] = listings.map(({ id }) => id)
      const wanted = await market.listing()
      await Promise.allSettled([
        ...buyers.map((buyer, index) => buyer.orders.place({ listingId: (index ? second : first) ?? '', ...booking })),
        caller.orders.place({ listingId: wanted.id, ...booking }),
        caller.listings.create({ ...post, categoryId, productName: 'Late post' }),
        caller.listings.advertise({ listingId: third ?? '' }),
        suspend(seller.id),
      ])
      const unsold = { sellerId: seller.id, state: { in: ['AVAILABLE' as const, 'RESERVED' as const] } }
      expect(await market.database.listing.count({ where: unsold })).toBe(0)
      const open = { state: 'PLACED' as const, OR: [{ buyerId: seller.id }, { listing: { sellerId: seller.id } }] }
      expect(await market.database.order.count({ where: open })).toBe(0)
      expect((await listingOf(wanted.id)).state).toBe('AVAILABLE')
    }
  })

  it('meets a payment in one end', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [buyer, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
      const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking })
      const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
      const transactionId = await market.card.pay(clientSecret)
      await Promise.allSettled([
        market.as(buyer.id).payments.confirm({ orderId, transactionId }),
        suspend(round % 2 ? buyer.id : sellerId),
      ])
      await market.runJobs()
      expect((await orderOf(orderId)).state).toMatch(/REFUNDED|CANCELLED/)
      const { latest_charge: charge } = await market.card.intent(transactionId)
      expect(typeof charge === 'object' && charge?.refunded).toBe(true)
    }
  })
})
