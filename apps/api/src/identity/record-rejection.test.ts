import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordHourly } from '#platform/audit.ts'
import { appRouter } from '#trpc-api/app-router.ts'
import { recordRejection } from './record-rejection.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket()
})
afterEach(() => market.close())

const entries = (action: string) =>
  market.database.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' }, omit: { id: true, at: true } })

async function call(path: string, { as, ...init }: RequestInit & { as?: string } = {}): Promise<number> {
  const response = await fetch(`${market.url}${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
  })
  await response.text()
  return response.status
}

describe('what is refused', () => {
  it('of calls for admins is in the audit, once an hour for each user, whatever the transport', async () => {
    const [buyer, seller] = [await market.user(), await market.user({ role: 'SELLER' })]
    for (let count = 0; count < 3; count += 1) {
      await expect(market.as(buyer.id).accounts.list({ role: 'BUYER' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    const as = market.tokenOf(seller.id)
    expect(await call('/users/Buyer', { as })).toBe(403)
    expect(await call('/users/Seller', { as })).toBe(403)
    expect(await call('/audit.csv', { as })).toBe(403)
    expect(await entries('refused.call')).toEqual(
      [
        [buyer.id, 'accounts.list'],
        [seller.id, 'GET /users/Buyer'],
      ].map(([id, reason]) => ({ actorId: id, action: 'refused.call', subjectType: 'user', subjectId: id, reason })),
    )
  })

  it('of proofs of a second factor is in the audit, and what an admin tried without one', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    await market.database.passkey.create({
      data: {
        userId: admin.id,
        credentialId: 'x',
        publicKey: Buffer.from('x'),
        name: 'x',
        counter: 0n,
        transports: [],
      },
    })
    const { id: userId } = await market.user()
    await expect(market.as(admin.id).accounts.endUserSessions({ userId, reason: 'stolen' })).rejects.toThrow(
      'Prove first',
    )
    const code = 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'
    await expect(market.as(admin.id).factor.proveByCode({ code })).rejects.toThrow()
    expect(await entries('refused.without-proof')).toMatchObject([
      { actorId: admin.id, reason: 'accounts.endUserSessions' },
    ])
    expect(await entries('refused.proof')).toMatchObject([{ actorId: admin.id, reason: 'factor.proveByCode' }])
  })

  it('of sign-ins is in the audit once an hour for each address, without the address or the token', async () => {
    for (const idToken of ['forged', 'again'])
      expect(await call('/trpc/accounts.exchange', { method: 'POST', body: JSON.stringify({ idToken }) })).toBe(401)
    expect(await call('/token-sync', { method: 'POST', body: '{}', as: 'forged' })).toBe(401)
    const found = await entries('refused.sign-in')
    expect(found).toMatchObject([
      { actorId: null, subjectType: 'address', reason: 'accounts.exchange: UNAUTHENTICATED' },
    ])
    expect(JSON.stringify(found)).not.toMatch(/forged|127\.0/)
  })

  it('of a sign-in of a suspended user is in the audit', async () => {
    const { idToken } = await market.identity.signUp({ email: 'suspended@example.test', password: 'second-ring' })
    const { account } = await market.anonymous().accounts.register({ idToken, name: 'Robin Vale', role: 'BUYER' })
    await (await market.asAdmin()).accounts.suspend({ userId: account.id, reason: 'Three buyers complained' })
    expect(await call('/trpc/accounts.exchange', { method: 'POST', body: JSON.stringify({ idToken }) })).toBe(403)
    expect(await entries('refused.sign-in')).toMatchObject([{ reason: 'accounts.exchange: ACCOUNT_SUSPENDED' }])
  })

  it('does not fill the audit, from however many addresses', async () => {
    const rows = Array.from({ length: 999 }, (_, index) => ({
      action: 'refused.sign-in',
      subjectType: 'address',
      subjectId: `00000000-0000-8000-8000-${`${index}`.padStart(12, '0')}`,
    }))
    await market.database.auditEntry.createMany({ data: rows })
    const subject = (index: number) => ({ type: 'address', id: `10000000-0000-8000-8000-00000000000${index}` }) as const
    for (const index of [1, 2, 3])
      await recordHourly(market.database, { actorId: null, action: 'refused.sign-in', subject: subject(index) })
    expect(await entries('refused.sign-in')).toHaveLength(1000)
  })

  it('of anything else is none of the audit’s', async () => {
    const error = new Error('broken')
    await recordRejection(market.platform, { call: 'accounts.exchange', caller: null, address: '1.2.3.4', error })
    await expect(market.as((await market.user()).id).orders.byId({ orderId: crypto.randomUUID() })).rejects.toThrow()
    expect(await market.database.auditEntry.count()).toBe(0)
  })
})

describe('what admins read of others', () => {
  it('is in the audit once an hour for each admin and subject; what people read of their own is not', async () => {
    const { id: adminId } = await market.user({ role: 'ADMIN' })
    const admin = market.as(adminId)
    const order = await market.order()
    for (let count = 0; count < 2; count += 1) {
      await admin.accounts.list({ role: 'BUYER' })
      await admin.accounts.previewRemoval({ userId: order.buyerId })
      await admin.orders.all({})
      await admin.orders.byId({ orderId: order.id })
      await admin.orders.details({ orderId: order.id })
      await market.as(order.buyerId).orders.details({ orderId: order.id })
    }
    const read = await market.database.auditEntry.findMany({ orderBy: { id: 'asc' } })
    expect(read.map(({ actorId, action, subjectId }) => [actorId, action, subjectId])).toEqual([
      [adminId, 'read.users', adminId],
      [adminId, 'read.user', order.buyerId],
      [adminId, 'read.orders', adminId],
      [adminId, 'read.order', order.id],
    ])
    expect((await admin.orders.details({ orderId: order.id })).events).toEqual([])
  })

  it('is in the audit, whatever admins alone may read', async () => {
    /** Figures, and what is the admin's own. */
    const ofNobody = [
      'cases.open',
      'catalog.managed',
      'factor.mine',
      'listings.previewRemoval',
      'payments.summary',
      'reports.open',
    ]
    const { id: listingId } = await market.listing()
    const { id: userId } = await market.user()
    const { orderId, paymentId } = await market.sale()
    const problem = {
      reason: 'OTHER',
      text: 'A scratch',
      wish: 'MONEY_BACK',
      leftCents: 20_000,
      dueAt: new Date(),
    } as const
    await market.database.claim.create({ data: { orderId, images: [], ...problem } })
    const disputed = { providerId: 'du_1', amountCents: 20_000, reason: 'x', state: 'NEEDS_RESPONSE' } as const
    const { id: disputeId } = await market.database.dispute.create({
      data: { paymentId, ...disputed, openedAt: new Date() },
    })
    const ids = { userId, listingId, orderId, disputeId }
    const input = encodeURIComponent(JSON.stringify({ ...ids, role: 'BUYER', side: 'BUYER' }))
    const unrecorded: string[] = []
    // By path, which tRPC's types do not know.
    const byPath: object = appRouter._def.procedures
    for (const [path, { _def }] of Object.entries(byPath as Record<string, { _def: { type: string } }>)) {
      if (_def.type !== 'query') continue
      // Once an hour for each of them.
      const buyer = await market.user()
      await call(`/trpc/${path}?input=${input}`, { as: market.tokenOf(buyer.id) })
      const rejected = { action: 'refused.call', reason: path }
      if ((await market.database.auditEntry.count({ where: rejected })) === 0) continue
      const admin = await market.user({ role: 'ADMIN' })
      const as = market.tokenOf(admin.id)
      const statuses = [await call(`/trpc/${path}?input=${input}`, { as }), await call(`/trpc/${path}`, { as })]
      expect(statuses, path).toContain(200)
      const read = { actorId: admin.id, action: { startsWith: 'read.' } }
      if ((await market.database.auditEntry.count({ where: read })) === 0) unrecorded.push(path)
    }
    expect(unrecorded.sort()).toEqual(ofNobody)
  })

  it('is in the audit, whichever part of another’s order they read', async () => {
    const order = await market.order()
    const unrecorded: string[] = []
    const readable: string[] = []
    const byPath: object = appRouter._def.procedures
    type Query = { _def: { type: string; inputs: { shape?: object }[] } }
    for (const [path, { _def }] of Object.entries(byPath as Record<string, Query>)) {
      if (_def.type !== 'query' || !_def.inputs.some(({ shape }) => shape && 'orderId' in shape)) continue
      // Once an hour for each admin, whatever they read of it.
      const { id } = await market.user({ role: 'ADMIN' })
      const input = encodeURIComponent(JSON.stringify({ orderId: order.id }))
      if ((await call(`/trpc/${path}?input=${input}`, { as: market.tokenOf(id) })) !== 200) continue
      readable.push(path)
      const read = { actorId: id, action: 'read.order', subjectId: order.id }
      if ((await market.database.auditEntry.count({ where: read })) === 0) unrecorded.push(path)
    }
    expect(readable.sort()).toEqual(['orders.byId', 'orders.details', 'payments.ofOrder'])
    expect(unrecorded).toEqual([])
  })

  it('is in the audit, when they ask by email what somebody is', async () => {
    const [admin, seller] = [await market.user({ role: 'ADMIN' }), await market.user({ role: 'SELLER' })]
    expect(await call(`/users/seller/${seller.email}`, { as: market.tokenOf(admin.id) })).toBe(200)
    expect(await entries('read.user')).toMatchObject([{ actorId: admin.id, subjectId: seller.id }])
    expect(await call(`/users/seller/${seller.email}`, { as: market.tokenOf(seller.id) })).toBe(200)
    expect(await entries('read.user')).toHaveLength(1)
  })

  it('is in the audit, however much they read', async () => {
    const subjectId = (index: number) => `00000000-0000-8000-8000-${`${index}`.padStart(12, '0')}`
    const rows = Array.from({ length: 1000 }, (_, index) => ({ subjectType: 'user', subjectId: subjectId(index) }))
    await market.database.auditEntry.createMany({ data: rows.map(row => ({ ...row, action: 'read.user' })) })
    const { id: userId } = await market.user()
    await (await market.asAdmin()).accounts.byId({ userId })
    expect(await market.database.auditEntry.count({ where: { action: 'read.user', subjectId: userId } })).toBe(1)
  })

  it('as a file is in the audit each time, with what was asked for', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    const as = market.tokenOf(admin.id)
    expect([await call('/audit.csv', { as }), await call('/audit.csv?action=order.', { as })]).toEqual([200, 200])
    expect((await entries('audit.export')).map(({ reason }) => reason)).toEqual(['all of it', 'action order.'])
  })
})
