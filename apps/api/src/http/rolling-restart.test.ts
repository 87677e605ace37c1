import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startBalancer } from './testing/balancer.ts'

const BUYERS = 4
const PATIENCE = { timeout: 30_000, interval: 20 }
/** Far longer than the balancer takes to hear that a server is not ready any more. */
const STOP_DELAY_SECONDS = '1'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000000' })
})
afterAll(() => market.close())

/** Buyers who book one phone after the other at `url`, until told to stop. */
function bookings(url: string) {
  const statuses: number[] = []
  let isOver = false
  async function keepBooking(): Promise<void> {
    const [{ id: buyerId }, { id: sellerId }] = [await market.user(), await market.user({ role: 'SELLER' })]
    const { id: categoryId } = await market.category()
    const authorization = `Bearer ${market.tokenOf(buyerId)}`
    while (!isOver) {
      const { id: listingId } = await market.listing({ sellerId, categoryId })
      const response = await fetch(`${url}/trpc/orders.place`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }),
      })
      await response.arrayBuffer()
      statuses.push(response.status)
    }
  }
  const done = Promise.all(Array.from({ length: BUYERS }, keepBooking))
  return {
    statuses,
    async more(count: number): Promise<void> {
      const until = statuses.length + count
      await vi.waitFor(() => expect(statuses.length).toBeGreaterThanOrEqual(until), PATIENCE)
    },
    async stop(): Promise<void> {
      isOver = true
      await done
    },
  }
}

it('restarts one process after the other under load, and no booking is lost', { timeout: 90_000 }, async () => {
  // A stall of the machine is not what is tried here.
  const env = { STOP_DELAY_SECONDS, MAX_EVENT_LOOP_DELAY_MS: '0', LOG_LEVEL: 'info' }
  let servers: ApiProcess[] = await Promise.all([market.startProcess(env), market.startProcess(env)])
  const addresses = servers.map(({ url }) => url)
  const balancer = await startBalancer(addresses)
  await Promise.all(addresses.map(address => balancer.sees(address, true)))
  const load = bookings(balancer.url)
  await load.more(20)

  for (const [index, address] of addresses.entries()) {
    const old = servers[index]
    const stopped = old?.stop()
    await balancer.sees(address, false)
    await load.more(10)
    expect(await stopped).toBe(0)
    const next = await market.startProcess({ ...env, PORT: new URL(address).port })
    servers = servers.with(index, next)
    await balancer.sees(address, true)
    const before = balancer.answered.get(address) ?? 0
    await vi.waitFor(() => expect(balancer.answered.get(address)).toBeGreaterThan(before + 5), PATIENCE)
  }

  await load.more(20)
  await load.stop()
  expect(load.statuses.filter(status => status !== 200)).toEqual([])
  expect(await market.database.order.count()).toBe(load.statuses.length)
  await Promise.all(servers.map(server => server.stop()))
  await balancer.stop()
})
