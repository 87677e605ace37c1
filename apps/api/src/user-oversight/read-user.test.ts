import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin({ name: 'Ada Admin' })
})
afterAll(() => market.close())

describe('the page of a user', () => {
  it('says who they are, how they stand and how much there is of theirs', async () => {
    const seller = await market.user({ role: 'SELLER', name: 'Sara Lind' })
    await market.listing({ sellerId: seller.id })
    await market.listing({ sellerId: seller.id, state: 'REMOVED' })
    const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'SOLD' })
    await market.order({ listingId, state: 'HANDED_OVER' })
    await market.order({ buyerId: seller.id })
    await admin.accounts.verifySeller({ userId: seller.id, note: 'Passport, seen by video' })
    const { id: adminId } = await admin.accounts.me()
    const decided = { at: expect.any(String), byId: adminId, byName: 'Ada Admin' }
    expect(await admin.accounts.byId({ userId: seller.id })).toEqual({
      id: seller.id,
      name: 'Sara Lind',
      email: seller.email,
      emailVerified: true,
      role: 'SELLER',
      verified: true,
      joinedAt: expect.any(String),
      suspension: null,
      payoutFreeze: null,
      payoutAccount: 'NONE',
      verification: { ...decided, reason: 'Passport, seen by video' },
      setAsideAt: null,
      deletesAt: null,
      removedAt: null,
      removalProposal: null,
      counts: { listings: 3, bought: 1, sold: 1, sessions: 1 },
    })
    await admin.accounts.suspend({ userId: seller.id, reason: 'Fake phones' })
    const suspended = await admin.accounts.byId({ userId: seller.id })
    expect(suspended).toMatchObject({ suspension: { ...decided, reason: 'Fake phones' }, counts: { sessions: 0 } })
  })

  it('says how far the payout account of a seller is', async () => {
    const { id: userId } = await market.user({ role: 'SELLER' })
    await market.as(userId).payouts.startOnboarding()
    expect(await admin.accounts.byId({ userId })).toMatchObject({ payoutAccount: 'UNFINISHED' })
    const ready = { detailsSubmitted: true, transfersEnabled: true, payoutsEnabled: true, requirementsDue: [] }
    await market.database.payoutAccount.update({ where: { userId }, data: { ...ready, disabledReason: null } })
    expect(await admin.accounts.byId({ userId })).toMatchObject({ payoutAccount: 'READY' })
  })

  it('of an admin names the open proposal to remove them, which its proposer withdraws', async () => {
    const [proposer, userId] = [await market.user({ role: 'ADMIN' }), (await market.user({ role: 'ADMIN' })).id]
    const { expiresAt } = await market.as(proposer.id).accounts.proposeRemoval({ userId })
    const removalProposal = { proposedById: proposer.id, proposedByName: 'Robin Vale', expiresAt }
    expect(await admin.accounts.byId({ userId })).toMatchObject({ role: 'ADMIN', removalProposal })
    expect(await admin.accounts.withdrawRemoval({ userId })).toEqual({ changed: false })
    expect(await market.as(proposer.id).accounts.withdrawRemoval({ userId })).toEqual({ changed: true })
    expect(await market.as(proposer.id).accounts.withdrawRemoval({ userId })).toEqual({ changed: false })
    expect((await admin.accounts.byId({ userId })).removalProposal).toBeNull()
    await expect(admin.accounts.removeUser({ userId })).rejects.toMatchObject({
      cause: { code: 'SECOND_ADMIN_REQUIRED' },
    })
  })

  it('shows what is left of one who was removed, and of one who was set aside the email that they had', async () => {
    const { id: removed } = await market.user()
    await admin.accounts.removeUser({ userId: removed })
    expect(await admin.accounts.byId({ userId: removed })).toMatchObject({
      name: '',
      email: '',
      removedAt: expect.any(String),
    })
    const { id, email } = await market.user()
    const setAside = { setAsideAt: new Date(), setAsideEmail: email, email: null }
    await market.database.user.update({ where: { id }, data: setAside })
    expect(await admin.accounts.byId({ userId: id })).toMatchObject({ email, setAsideAt: expect.any(String) })
    const { items } = await admin.accounts.list({ role: 'BUYER', search: 'Robin' })
    expect(items.find(user => user.id === id)).toMatchObject({ email, setAside: true, suspended: false })
  })

  it('lists their posts in every state, page by page', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const posted = []
    for (const [minute, state] of (['AVAILABLE', 'REMOVED', 'SOLD'] as const).entries()) {
      const postedAt = new Date(Date.UTC(2026, 10, 1, 0, minute))
      posted.push(
        await market.listing({ sellerId, state, postedAt, ...(state === 'REMOVED' && { hiddenAt: postedAt }) }),
      )
    }
    await market.listing()
    const first = await admin.accounts.listingsOf({ userId: sellerId, limit: 2 })
    const second = await admin.accounts.listingsOf({ userId: sellerId, limit: 2, cursor: first.nextCursor ?? '' })
    const all = [...first.items, ...second.items]
    expect(all.map(({ id }) => id)).toEqual(posted.map(({ id }) => id).toReversed())
    expect(all.map(({ state, hidden }) => [state, hidden])).toEqual([
      ['SOLD', false],
      ['REMOVED', true],
      ['AVAILABLE', false],
    ])
    expect(second.nextCursor).toBeNull()
    const another = { userId: (await market.user()).id, cursor: first.nextCursor ?? '' }
    await expect(admin.accounts.listingsOf(another)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('lists their orders on either side, page by page', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const placed = []
    for (const minute of [1, 2, 3]) {
      placed.push(await market.order({ buyerId: id, placedAt: new Date(Date.UTC(2026, 10, 1, 0, minute)) }))
    }
    const sold = await market.order({ listingId: (await market.listing({ sellerId: id, state: 'RESERVED' })).id })
    const bought = { userId: id, side: 'BUYER' as const, limit: 2 }
    const first = await admin.accounts.ordersOf(bought)
    const second = await admin.accounts.ordersOf({ ...bought, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(order => order.id)).toEqual(placed.map(order => order.id).toReversed())
    const asSeller = await admin.accounts.ordersOf({ userId: id, side: 'SELLER' })
    expect(asSeller.items).toEqual([expect.objectContaining({ id: sold.id, sellerId: id, buyerId: sold.buyerId })])
  })

  it('lists their sessions that go on, the latest used first', async () => {
    const { id: userId } = await market.user()
    const session = (minutes: number, device: string) =>
      market.database.session.create({
        data: { userId, device, network: '192.0.2.0/24', renewedAt: new Date(Date.now() - minutes * 60_000) },
      })
    await session(20, 'Older')
    await session(10, 'Newer')
    const over = await session(1, 'Over')
    await market.database.session.update({
      where: { id: over.id },
      data: { endedAt: new Date(), endReason: 'SIGNED_OUT' },
    })
    const first = await admin.accounts.sessionsOf({ userId, limit: 2 })
    const second = await admin.accounts.sessionsOf({ userId, limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ device }) => device)).toEqual([null, 'Newer', 'Older'])
  })

  it('refuses the wrong role, and knows nobody without an account', async () => {
    const { id: userId } = await market.user()
    for (const { accounts } of [await market.asBuyer(), await market.asSeller()]) {
      const forbidden = { code: 'FORBIDDEN' }
      await expect(accounts.byId({ userId })).rejects.toMatchObject(forbidden)
      await expect(accounts.listingsOf({ userId })).rejects.toMatchObject(forbidden)
      await expect(accounts.ordersOf({ userId, side: 'BUYER' })).rejects.toMatchObject(forbidden)
      await expect(accounts.sessionsOf({ userId })).rejects.toMatchObject(forbidden)
      await expect(accounts.bannedEmails({})).rejects.toMatchObject(forbidden)
      await expect(accounts.withdrawRemoval({ userId })).rejects.toMatchObject(forbidden)
    }
    const nobody = { userId: crypto.randomUUID() }
    await expect(admin.accounts.byId(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
