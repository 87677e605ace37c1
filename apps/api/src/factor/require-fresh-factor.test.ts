import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  {
    what: 'deciding that the money of a handover goes back',
    async prepare(market, adminId) {
      const past = new Date(Date.now() - 60_000)
      const claim = { handoverClaimedAt: past, answerDueAt: past, handoverDeniedAt: past }
      const { id: orderId } = await paidOrder(market, claim)
      return () => market.as(adminId).orders.decideHandover({ orderId, outcome: 'REFUNDED', reason: 'Lost' })
    },
  },
  {
    what: 'returning a charge that fits no order',
    async prepare(market, adminId) {
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
      const decision = { unmatchedChargeId, decision: 'return', reason: 'Nobody’s' } as const
      return () => market.as(adminId).payments.decideUnmatched(decision)
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
  expect([answer.status, code]).toEqual([403, 'FACTOR_REQUIRED'])
  throw Object.assign(new Error(message), { code: 'FORBIDDEN' })
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

  it('asks every admin where the factor is required', async () => {
    const { id } = await required.user({ role: 'ADMIN' })
    await expect((await prepare(required, id))()).rejects.toMatchObject(refused)
  })
})

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
