import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDueAccounts } from './remove-due-accounts.ts'

const DELETE = { confirmation: 'DELETE' }
const DAY = 24

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(async () => {
  const broken = await market.checkLedger()
  await market.close()
  expect(broken).toEqual([])
})

const listingOf = (id: string) =>
  market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true, hiddenAt: true } })
const actionsOn = async (subjectId: string) =>
  (await market.database.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(
    ({ action, actorId, reason }) => [action, actorId, reason],
  )
const booking = { meetingPlace: 'Library', phone: '+1 555 010 0123', expectedPriceCents: 20_000 }

async function paidOrder() {
  const [buyer, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking })
  const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await market.as(buyer.id).payments.confirm({ orderId, transactionId })
  return { orderId, buyer: market.as(buyer.id), seller: market.as(sellerId) }
}

/** A seller with an advertised phone, a booked one, a booking of their own and a saved search. */
async function busySeller() {
  const { id } = await market.user({ role: 'SELLER' })
  const caller = market.as(id)
  const { id: advertised } = await market.listing({ sellerId: id })
  await caller.listings.advertise({ listingId: advertised })
  const { id: booked } = await market.listing({ sellerId: id })
  const buyer = await market.user()
  const { orderId: ofOthers } = await market.as(buyer.id).orders.place({ listingId: booked, ...booking })
  const { id: wanted } = await market.listing()
  const { orderId: own } = await caller.orders.place({ listingId: wanted, ...booking })
  return { id, caller, advertised, booked, buyer, ofOthers, wanted, own }
}

describe('asking for the deletion of one’s account', () => {
  it('says first what it does', async () => {
    const { caller } = await busySeller()
    const preview = { listingsHidden: 2, bookingsEnded: 2, ordersKept: 0, obstacle: null }
    expect(await caller.accounts.previewDeletion()).toEqual(preview)
  })

  it('hides listings and adverts, ends bookings on either side, and is audited with ids alone', async () => {
    const { id, caller, advertised, booked, buyer, ofOthers, wanted, own } = await busySeller()
    const { deletesAt } = await caller.accounts.requestDeletion(DELETE)
    const days = (Date.parse(deletesAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    expect(await caller.accounts.me()).toMatchObject({ id, deletesAt })
    for (const listing of [advertised, booked]) {
      expect(await listingOf(listing)).toEqual({ state: 'REMOVED', hiddenAt: expect.any(Date) })
      await expect(market.anonymous().listings.get({ listingId: listing })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const { items } = await market.anonymous().listings.advertised({})
    expect(items.map(item => item.id)).not.toContain(advertised)
    expect(await listingOf(wanted)).toMatchObject({ state: 'AVAILABLE' })
    for (const orderId of [ofOthers, own]) {
      expect((await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).state).toBe('CANCELLED')
    }
    const notices = await market.database.notice.findMany({ where: { userId: buyer.id } })
    expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining('account is being deleted')])
    expect(await actionsOn(id)).toEqual([['account.request-deletion', id, null]])
  })

  it('ends every other session', async () => {
    const { id } = await market.user()
    const elsewhere = market.as(id, crypto.randomUUID())
    await elsewhere.accounts.me()
    await market.as(id).accounts.requestDeletion(DELETE)
    await expect(elsewhere.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await market.as(id).accounts.me()).toMatchObject({ deletesAt: expect.any(String) })
  })

  it('waits for a place in line that is being taken, and ends it', async () => {
    const [{ id: userId }, { listingId }] = [await market.user(), await market.order()]
    const entry = { userId, listingId }
    const [asked] = await market.whileHeld({
      hold: tx => tx.waitingEntry.create({ data: entry }),
      acts: [() => market.as(userId).accounts.requestDeletion(DELETE)],
    })
    expect(asked).toMatchObject({ status: 'fulfilled' })
    expect(await market.database.waitingEntry.findFirst({ where: entry })).toMatchObject({ state: 'LEFT' })
  })

  it('asked for twice or at once is one request, with one time', async () => {
    const { id } = await market.user()
    const answers = await Promise.all([1, 2, 3].map(() => market.as(id).accounts.requestDeletion(DELETE)))
    expect(new Set(answers.map(({ deletesAt }) => deletesAt)).size).toBe(1)
    expect(await market.database.mail.count({ where: { userId: id, kind: 'deletion-requested' } })).toBe(1)
    expect((await market.as(id).accounts.requestDeletion(DELETE)).deletesAt).toBe(answers[0]?.deletesAt)
    expect(await actionsOn(id)).toHaveLength(1)
  })

  it.each(['', 'yes', 'DELETE me'])('needs the word; %j is not it', async confirmation => {
    const buyer = await market.asBuyer()
    await expect(buyer.accounts.requestDeletion({ confirmation })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await buyer.accounts.me()).not.toHaveProperty('deletesAt')
  })

  it('is not for an admin, who could not be made one again', async () => {
    const admin = await market.asAdmin()
    await expect(admin.accounts.requestDeletion(DELETE)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(admin.accounts.previewDeletion()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('waits until a paid order is handed over or refunded, on either side', async () => {
    const { orderId, buyer, seller } = await paidOrder()
    for (const side of [buyer, seller]) {
      const { obstacle } = await side.accounts.previewDeletion()
      expect(obstacle).toMatch(/an order is paid and not handed over/)
      await expect(side.accounts.requestDeletion(DELETE)).rejects.toMatchObject({ code: 'CONFLICT', message: obstacle })
      expect(await side.accounts.me()).not.toHaveProperty('deletesAt')
    }
    const { handoverCode } = await buyer.orders.byId({ orderId })
    await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
    await buyer.orders.acceptPhone({ orderId })
    expect(await buyer.accounts.requestDeletion(DELETE)).toEqual({ deletesAt: expect.any(String) })
    // What they have earned is still here: leaving-with-money.test.ts.
    await expect(seller.accounts.requestDeletion(DELETE)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('waits while money is on its way back', async () => {
    const { orderId, buyer, seller } = await paidOrder()
    await seller.payments.refund({ orderId, reason: 'Broken', relist: false })
    await market.runJobs()
    const refundIs = (state: 'PENDING' | 'SUCCEEDED') =>
      market.database.refund.updateMany({ where: { payment: { orderId } }, data: { state } })
    await refundIs('PENDING')
    await expect(buyer.accounts.requestDeletion(DELETE)).rejects.toThrow(/money is on its way back/)
    await refundIs('SUCCEEDED')
    expect(await buyer.accounts.requestDeletion(DELETE)).toEqual({ deletesAt: expect.any(String) })
  })
})

describe('an account that is about to be deleted', () => {
  it('reads, and does nothing else', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const caller = market.as(id)
    const { id: listingId, categoryId } = await market.listing()
    await caller.accounts.requestDeletion(DELETE)
    expect((await caller.orders.mine({})).items).toEqual([])
    expect((await caller.listings.mine({})).items).toEqual([])
    const post = {
      categoryId,
      productName: 'Aurora 12',
      images: [PICTURE],
      condition: 'GOOD' as const,
      description: 'Good',
      location: 'Oslo',
      resalePriceCents: 20_000,
      originalPriceCents: 40_000,
      yearsUsed: 1,
      sellerName: 'Sara',
    }
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('about to be deleted') }
    await expect(caller.listings.create(post)).rejects.toMatchObject(refused)
    await expect(caller.orders.place({ listingId, ...booking })).rejects.toMatchObject(refused)
    await expect(caller.listings.setFavorite({ listingId, favorite: true })).rejects.toMatchObject(refused)
    await expect(caller.accounts.changeName({ name: 'Other' })).rejects.toMatchObject(refused)
    await expect(caller.accounts.startSelling({})).rejects.toMatchObject(refused)
  })

  it('is told of nothing that its saved searches match', async () => {
    const { id } = await market.user()
    const { categoryId } = await market.listing()
    await market.as(id).search.save({ categoryId })
    await market.as(id).accounts.requestDeletion(DELETE)
    const seller = await market.asSeller()
    const { id: sellerId } = await seller.accounts.me()
    const { id: listingId } = await market.listing({ sellerId, categoryId })
    await market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'search.match', { listingId }))
    await market.runJobs()
    expect(await market.database.notice.count({ where: { userId: id } })).toBe(0)
  })

  it('is kept by one press, with what was hidden; what ended stays ended', async () => {
    const { id, caller, advertised, booked, ofOthers } = await busySeller()
    await caller.accounts.requestDeletion(DELETE)
    await market.timePasses({ hours: 6 * DAY })
    await removeDueAccounts(market.platform)
    expect(await caller.accounts.cancelDeletion({})).toEqual({ changed: true })
    expect(await caller.accounts.me()).not.toHaveProperty('deletesAt')
    for (const listing of [advertised, booked]) {
      expect(await listingOf(listing)).toEqual({ state: 'AVAILABLE', hiddenAt: null })
    }
    const { items } = await market.anonymous().listings.advertised({})
    expect(items.map(item => item.id)).toContain(advertised)
    expect((await market.database.order.findUniqueOrThrow({ where: { id: ofOthers } })).state).toBe('CANCELLED')
    expect(await caller.accounts.cancelDeletion({})).toEqual({ changed: false })
    expect((await actionsOn(id)).map(([action]) => action)).toEqual([
      'account.request-deletion',
      'account.cancel-deletion',
    ])
  })

  it('does not bring back a phone that its seller had removed, nor one of a retired category', async () => {
    const admin = await market.asAdmin()
    const { id } = await market.user({ role: 'SELLER' })
    const category = await market.category()
    const { id: removed } = await market.listing({ sellerId: id })
    const { id: retired } = await market.listing({ sellerId: id, categoryId: category.id })
    await market.as(id).listings.remove({ listingId: removed })
    await market.as(id).accounts.requestDeletion(DELETE)
    await admin.catalog.retire({ categoryId: category.id })
    await market.as(id).accounts.cancelDeletion({})
    for (const listing of [removed, retired]) {
      expect(await listingOf(listing)).toEqual({ state: 'REMOVED', hiddenAt: null })
    }
  })

  it('is removed after seven days, once, and cannot be kept any more', async () => {
    const { id, caller, advertised } = await busySeller()
    await caller.accounts.requestDeletion(DELETE)
    await market.timePasses({ hours: 7 * DAY })
    await expect(caller.accounts.cancelDeletion({})).rejects.toMatchObject({ code: 'CONFLICT' })
    await Promise.all([removeDueAccounts(market.platform), removeDueAccounts(market.platform)])
    await expect(caller.accounts.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const user = await market.database.user.findUniqueOrThrow({ where: { id } })
    expect(user).toMatchObject({ email: null, name: '', deletedAt: expect.any(Date), deletesAt: null })
    expect(await listingOf(advertised)).toEqual({ state: 'REMOVED', hiddenAt: null })
    expect((await actionsOn(id)).map(([action, actorId]) => [action, actorId])).toEqual([
      ['account.request-deletion', id],
      ['account.remove', null],
    ])
  })

  it('is mailed nothing at an address that nobody has proven', async () => {
    const { id } = await market.user()
    await market.database.user.update({ where: { id }, data: { emailVerifiedAt: null } })
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect(await market.database.mail.count({ where: { userId: id } })).toBe(0)
  })

  it('can be removed by an admin at once', async () => {
    const { id } = await market.user()
    await market.as(id).accounts.requestDeletion(DELETE)
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect(await market.database.mail.count({ where: { userId: id, kind: 'account-removed' } })).toBe(1)
    await expect(market.as(id).accounts.cancelDeletion({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
