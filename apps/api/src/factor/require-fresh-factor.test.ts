import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undecided } from '#claims/testing/claimed-order.ts'
import { appRouter } from '#trpc-api/app-router.ts'
import { registerPasskey } from './testing/register.ts'

let offered: Market
let required: Market
beforeAll(async () => {
  offered = await createMarket()
  required = await createMarket({ requiresFactor: true })
})
afterAll(() => Promise.all([offered.close(), required.close()]))

const refused = { code: 'FORBIDDEN', message: expect.stringContaining('/dashboard/account') }
const minutes = (count: number) => ({ hours: count / 60 })

interface Guarded {
  what: string
  /** Prepares it. @returns what the admin with this id does */
  prepare(market: Market, adminId: string): Promise<() => Promise<unknown>>
}

async function paidOrder(market: Market, overrides: object = {}) {
  const { id: listingId } = await market.listing({ state: 'SOLD' })
  const paid = { paidAt: new Date(), handoverDueAt: new Date(Date.now() + 3_600_000), handoverCode: '123456' }
  const order = await market.order({ listingId, state: 'PAID', ...paid, ...overrides })
  const { id: paymentId } = await market.database.payment.create({
    data: {
      orderId: order.id,
      buyerId: order.buyerId,
      intentId: `pi_${order.id}`,
      amountCents: order.priceCents,
      receivedAt: new Date(),
      state: 'SUCCEEDED',
    },
    select: { id: true },
  })
  return { ...order, paymentId }
}

/** An order whose end leaves its money owed, and whose refund the bank has sent back. */
async function owedOrder(market: Market) {
  const order = await paidOrder(market, { state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN', endedAt: new Date() })
  const refund = { paymentId: order.paymentId, amountCents: order.priceCents, reason: 'Lost' }
  await market.database.refund.create({ data: { ...refund, state: 'FAILED', providerId: `re_${order.id}` } })
  return order
}

const guarded: Guarded[] = [
  {
    what: 'removing a user',
    async prepare(market, adminId) {
      const { id: userId } = await market.user()
      return () => market.as(adminId).accounts.removeUser({ userId })
    },
  },
  {
    what: 'removing a user on REST',
    async prepare(market, adminId) {
      const { id } = await market.user()
      return () => restCall(market, { adminId, method: 'DELETE', path: `/users/${id}` })
    },
  },
  {
    what: 'asking for the own data, in which is what an admin did to others',
    async prepare(market, adminId) {
      return () => market.as(adminId).accounts.requestExport({})
    },
  },
  {
    what: 'taking the own data away',
    async prepare(market, adminId) {
      await market.database.dataExport.create({
        data: { userId: adminId, state: 'READY', sizeBytes: 0, expiresAt: new Date(Date.now() + 3_600_000) },
      })
      return () => restCall(market, { adminId, method: 'GET', path: '/account-data.zip' })
    },
  },
  {
    what: 'verifying a seller',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'SELLER' })
      return () => market.as(adminId).accounts.verifySeller({ userId })
    },
  },
  {
    what: 'verifying a seller on REST',
    async prepare(market, adminId) {
      const { id } = await market.user({ role: 'SELLER' })
      return () => restCall(market, { adminId, method: 'POST', path: `/users/${id}`, body: { verified: 'verified' } })
    },
  },
  {
    what: 'removing a post',
    async prepare(market, adminId) {
      const { id: listingId } = await market.listing()
      return () => market.as(adminId).listings.removeAny({ listingId, reason: 'Stolen' })
    },
  },
  {
    what: 'removing a post on REST',
    async prepare(market, adminId) {
      const { id } = await market.listing()
      const path = `/admin/listings/${id}/removal`
      return () => restCall(market, { adminId, method: 'POST', path, body: { reason: 'Stolen' } })
    },
  },
  {
    what: 'refunding an order',
    async prepare(market, adminId) {
      const { id: orderId } = await paidOrder(market)
      return () => market.as(adminId).payments.refund({ orderId, reason: 'Lost', relist: false })
    },
  },
  ...(['REFUNDED', 'HANDED_OVER'] as const).map(outcome => ({
    what: `deciding on a handover: ${outcome}`,
    async prepare(market: Market, adminId: string) {
      const past = new Date(Date.now() - 60_000)
      const claim = { handoverClaimedAt: past, answerDueAt: past, handoverDeniedAt: past }
      const { id: orderId } = await paidOrder(market, claim)
      return () => market.as(adminId).orders.decideHandover({ orderId, outcome, reason: 'Shown' })
    },
  })),
  ...(['REFUND', 'RETURN', 'RELEASE'] as const).map(decision => ({
    what: `deciding a case: ${decision}`,
    async prepare(market: Market, adminId: string) {
      const { orderId } = await undecided(market)
      return () =>
        market.as(adminId).cases.decide({ orderId, decision, refundCents: null, leftCents: 20_000, reason: 'Shown' })
    },
  })),
  ...(['return', 'dismiss'] as const).map(decision => ({
    what: `deciding on a charge that fits no order: ${decision}`,
    async prepare(market: Market, adminId: string) {
      const { id: unmatchedChargeId } = await market.database.unmatchedCharge.create({
        data: {
          chargeId: `ch_${crypto.randomUUID()}`,
          intentId: 'pi_1',
          amountCents: 100,
          currency: 'usd',
          chargedAt: new Date(),
          cause: 'no-order',
        },
        select: { id: true },
      })
      return () => market.as(adminId).payments.decideUnmatched({ unmatchedChargeId, decision, reason: 'Nobody’s' })
    },
  })),
  {
    what: 'suspending a user',
    async prepare(market, adminId) {
      const { id: userId } = await market.user()
      return () => market.as(adminId).accounts.suspend({ userId, reason: 'Three buyers complained' })
    },
  },
  {
    what: 'lifting a suspension',
    async prepare(market, adminId) {
      const { id: userId } = await market.user()
      const suspended = { suspendedAt: new Date(), suspensionReason: 'Complaints' }
      await market.database.user.update({ where: { id: userId }, data: suspended })
      return () => market.as(adminId).accounts.liftSuspension({ userId })
    },
  },
  {
    what: 'freezing the payouts to a seller',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'SELLER' })
      return () => market.as(adminId).accounts.freezePayouts({ userId, reason: 'Three buyers complained' })
    },
  },
  {
    what: 'releasing the payouts to a seller',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'SELLER' })
      await market.database.user.update({ where: { id: userId }, data: { payoutsFrozenAt: new Date() } })
      return () => market.as(adminId).accounts.releasePayouts({ userId })
    },
  },
  {
    what: 'taking a verification back',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'SELLER', verifiedAt: new Date() })
      return () => market.as(adminId).accounts.unverifySeller({ userId, reason: 'Moved away' })
    },
  },
  {
    what: 'asking for a refund again',
    async prepare(market, adminId) {
      const { paymentId } = await owedOrder(market)
      return () => market.as(adminId).payments.askRefundAgain({ paymentId })
    },
  },
  {
    what: 'settling a refund outside',
    async prepare(market, adminId) {
      const { paymentId } = await owedOrder(market)
      return () => market.as(adminId).payments.settleRefundOutside({ paymentId, note: 'By bank transfer' })
    },
  },
  {
    what: 'answering a bank',
    async prepare(market, adminId) {
      const { paymentId, priceCents: amountCents } = await paidOrder(market)
      const opened = { state: 'NEEDS_RESPONSE', openedAt: new Date(), dueAt: new Date(Date.now() + 3_600_000) } as const
      const dispute = { paymentId, amountCents, reason: 'fraudulent', providerId: `du_${paymentId}`, ...opened }
      const { id: disputeId } = await market.database.dispute.create({ data: dispute, select: { id: true } })
      return () => market.as(adminId).payments.submitEvidence({ disputeId, note: '' })
    },
  },
  {
    what: 'lifting a ban',
    async prepare(market, adminId) {
      const { id: userId } = await market.user()
      const ban = { userId, reason: 'Fraud', bannedById: userId, hash: crypto.randomUUID() }
      const { id: banId } = await market.database.bannedEmail.create({ data: ban, select: { id: true } })
      return () => market.as(adminId).accounts.liftBan({ banId })
    },
  },
  {
    what: 'proposing the removal of an admin',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'ADMIN' })
      return () => market.as(adminId).accounts.proposeRemoval({ userId })
    },
  },
  {
    what: 'withdrawing the proposal of a removal',
    async prepare(market, adminId) {
      const { id: userId } = await market.user({ role: 'ADMIN' })
      return () => market.as(adminId).accounts.withdrawRemoval({ userId })
    },
  },
  {
    what: 'ending another’s sessions',
    async prepare(market, adminId) {
      const { id: userId } = await market.user()
      return () => market.as(adminId).accounts.endUserSessions({ userId, reason: 'Stolen' })
    },
  },
  {
    what: 'exporting the audit',
    async prepare(market, adminId) {
      return () => restCall(market, { adminId, method: 'GET', path: '/audit.csv' })
    },
  },
]

/** In an object, so that nobody waits for it before its time. */
function settled(act: Promise<unknown>): { promise: Promise<PromiseSettledResult<unknown> | undefined> } {
  return { promise: Promise.allSettled([act]).then(([result]) => result) }
}

interface RestCall {
  adminId: string
  method: string
  path: string
  body?: object
}

async function restCall(market: Market, { adminId, method, path, body }: RestCall): Promise<void> {
  const answer = await fetch(`${market.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${market.tokenOf(adminId)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.ok) return
  const { message, code } = JSON.parse(text) as { message: string; code: string }
  const [status, trpcCode] = code === 'SESSION_ENDED' ? [401, 'UNAUTHORIZED'] : [403, 'FORBIDDEN']
  expect([answer.status, code]).toEqual([status, code === 'SESSION_ENDED' ? code : 'FACTOR_REQUIRED'])
  throw Object.assign(new Error(message), { code: trpcCode })
}

describe.each(guarded)('$what', ({ prepare }) => {
  it('asks nothing of an admin without a passkey where the factor is offered', async () => {
    const { id } = await offered.user({ role: 'ADMIN' })
    await (await prepare(offered, id))()
  })

  it('asks an admin with a passkey for a proof of the last ten minutes', async () => {
    const { id } = await offered.user({ role: 'ADMIN' })
    const { prove } = await registerPasskey(offered, id)
    const act = await prepare(offered, id)
    await offered.timePasses(minutes(10.1))
    await expect(act()).rejects.toMatchObject(refused)
    await prove()
    await offered.timePasses(minutes(9.9))
    await act()
  })

  it('is not done any more when the session ends while the call waits', async () => {
    const { id } = await offered.user({ role: 'ADMIN' })
    const act = await prepare(offered, id)
    const acting = await offered.database.$transaction(
      async tx => {
        await tx.session.updateMany({
          where: { userId: id },
          data: { endedAt: new Date(), endReason: 'ENDED_ELSEWHERE' },
        })
        const { promise } = settled(act())
        await offered.untilWaiting()
        return { promise }
      },
      { timeout: 20_000 },
    )
    expect(await acting.promise).toMatchObject({ reason: { code: 'UNAUTHORIZED' } })
  })

  it('asks every admin where the factor is required', async () => {
    const { id } = await required.user({ role: 'ADMIN' })
    await expect((await prepare(required, id))()).rejects.toMatchObject(refused)
  })
})

/** What an admin may change back, a note, which moves nothing, or what asks for the proof in its own way (`factor.`). */
const unguarded = [
  'cases.addNote',
  'catalog.changePicture',
  'catalog.create',
  'catalog.movePosts',
  'catalog.place',
  'catalog.rename',
  'catalog.restore',
  'catalog.retire',
  'reports.dismiss',
]

it('asks for whatever admins alone may change, but for what they can change back', async () => {
  for (const { prepare } of guarded) {
    const { id } = await required.user({ role: 'ADMIN' })
    await expect((await prepare(required, id))()).rejects.toMatchObject(refused)
  }
  const asked = await recordedCalls('refused.without-proof')
  // By path, which tRPC's types do not know.
  const byPath: object = appRouter._def.procedures
  for (const [path, { _def }] of Object.entries(byPath as Record<string, { _def: { type: string } }>)) {
    if (_def.type !== 'mutation' || path.startsWith('factor.')) continue
    const { id } = await required.user({ role: 'SELLER' })
    const headers = { authorization: `Bearer ${required.tokenOf(id)}`, 'content-type': 'application/json' }
    await fetch(`${required.url}/trpc/${path}`, { method: 'POST', headers, body: '{}' })
  }
  const adminsOnly = await recordedCalls('refused.call')
  expect(adminsOnly).toContain('accounts.removeUser')
  expect(adminsOnly.filter(path => !asked.includes(path))).toEqual(unguarded)
})

async function recordedCalls(action: string): Promise<string[]> {
  const entries = await required.database.auditEntry.findMany({ where: { action }, select: { reason: true } })
  return [...new Set(entries.map(({ reason }) => reason ?? ''))].sort()
}

it('a seller refunds their own sale without a factor', async () => {
  const order = await paidOrder(required)
  const { sellerId } = await required.database.listing.findUniqueOrThrow({ where: { id: order.listingId } })
  await required.as(sellerId).payments.refund({ orderId: order.id, reason: 'Lost', relist: false })
})

it('what was refused for the proof may be sent again under its key', async () => {
  const { id } = await offered.user({ role: 'ADMIN' })
  const { prove } = await registerPasskey(offered, id)
  const { id: userId } = await offered.user()
  await offered.timePasses(minutes(11))
  const remove = () => offered.as(id).accounts.removeUser({ userId, idempotencyKey: 'remove-1' })
  await expect(remove()).rejects.toMatchObject(refused)
  await prove()
  expect(await remove()).toEqual({ userId })
  expect(await remove()).toEqual({ userId })
})
