import type { Transaction } from '@second-ring/database'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { placeOrder } from './place-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const where = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }

/** The process of the database that waits for another's lock, once there is one. */
async function waitingProcess(): Promise<number> {
  return vi.waitFor(
    async () => {
      const [waiting] = await market.database.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      if (!waiting) throw new Error('Nobody waits')
      return waiting.pid
    },
    { timeout: 10_000, interval: 5 },
  )
}

const counts = async () => {
  const { order, notice, auditEntry } = market.database
  const jobs = await market.database.$queryRaw<{ count: number }[]>`SELECT count(*)::int FROM pgboss.job`
  return [await order.count(), await notice.count(), await auditEntry.count(), jobs]
}

const stages: Record<string, (tx: Transaction, listingId: string) => Promise<unknown>> = {
  'reserves the phone': (tx, listingId) =>
    tx.$queryRaw`SELECT 1 FROM listings WHERE id = ${listingId}::uuid FOR UPDATE`,
  'notifies the seller': tx => tx.$executeRaw`LOCK notices IN SHARE MODE`,
  'writes into the audit': tx => tx.$executeRaw`LOCK audit_pending IN SHARE MODE`,
}

describe('a booking', () => {
  it.each(Object.keys(stages))(
    'whose connection is cut as it %s leaves nothing, and can be made again',
    async stage => {
      const { id: listingId } = await market.listing()
      const buyer = await market.asBuyer()
      const before = await counts()
      let rejection: Promise<void> | undefined
      await market.database.$transaction(async tx => {
        await stages[stage]?.(tx, listingId)
        rejection = expect(buyer.orders.place({ listingId, ...where })).rejects.toMatchObject({
          cause: { code: 'UNAVAILABLE' },
        })
        await market.database.$queryRaw`SELECT pg_terminate_backend(${await waitingProcess()}::int, 5000)`
        await rejection
      })
      expect(rejection).toBeDefined()
      expect(await counts()).toEqual(before)
      const { state } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
      expect(state).toBe('AVAILABLE')
      await expect(buyer.orders.place({ listingId, ...where })).resolves.toHaveProperty('orderId')
    },
  )

  it('is rejected for a user who was removed since they were authenticated, and leaves nothing', async () => {
    const { id: listingId } = await market.listing()
    const { id, name, email } = await market.user()
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    const before = await counts()
    const removed = { id, name, email, role: 'BUYER', verified: false, emailVerified: true, sessionId: id } as const
    await expect(placeOrder(market.platform, removed, { listingId, ...where })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(await counts()).toEqual(before)
    await expect((await market.asBuyer()).orders.place({ listingId, ...where })).resolves.toHaveProperty('orderId')
  })
})
