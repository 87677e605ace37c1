import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSilentProxy } from '#platform/testing/silent-proxy.ts'
import { createPostgresEvents } from './postgres-events.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function listening() {
  const proxy = await startSilentProxy(`${poolOf(market.database).options.connectionString}`)
  const errors: string[] = []
  const failedAt: number[] = []
  const events = createPostgresEvents({
    databaseUrl: proxy.url,
    onError(error) {
      errors.push(String(error))
      failedAt.push(performance.now())
    },
    heartbeat: { everyMs: 20, timeoutMs: 1000 },
  })
  await events.start()
  onTestFinished(async () => {
    await events.stop()
    await proxy.stop()
  })
  return { proxy, events, errors, failedAt }
}
const announce = (topic: string) => market.database.$queryRaw`SELECT pg_notify('second_ring', ${topic})::text`

describe('events by PostgreSQL', () => {
  it('come while the connection answers, however often it is asked', async () => {
    const { events, errors } = await listening()
    const heard: (string | null)[] = []
    events.watchAll(topic => heard.push(topic))
    for (const count of [1, 2, 3]) {
      await announce('sellers')
      await vi.waitFor(() => expect(heard).toHaveLength(count), PATIENCE)
    }
    expect([events.isListening(), errors]).toEqual([true, []])
  })

  it('are known to be cut off when the connection goes silent, and come again after', async () => {
    const { proxy, events, errors } = await listening()
    const heard: (string | null)[] = []
    let watched = 0
    events.watchAll(topic => heard.push(topic))
    events.watch('sellers', () => {
      watched += 1
    })
    proxy.drop()
    // Nobody asks and nothing breaks: only the heartbeat can find it.
    await vi.waitFor(() => expect(events.isListening()).toBe(false), PATIENCE)
    expect(errors[0]).toContain('The connection that listens does not answer')
    await announce('sellers')
    expect([heard, watched]).toEqual([[], 0])
    proxy.passOn()
    await vi.waitFor(() => expect(events.isListening()).toBe(true), PATIENCE)
    expect([heard, watched]).toEqual([[null], 1])
    await announce('sellers')
    await vi.waitFor(() => expect([heard, watched]).toEqual([[null, 'sellers'], 2]), PATIENCE)
  })

  it('come again after the server has ended the connection, and whoever watches is called for what was missed', async () => {
    const { events } = await listening()
    const heard: (string | null)[] = []
    events.watchAll(topic => heard.push(topic))
    await market.database.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'second-ring-events' AND datname = current_database()`
    await vi.waitFor(() => expect(heard).toEqual([null]), PATIENCE)
    await announce('sellers')
    await vi.waitFor(() => expect(heard).toEqual([null, 'sellers']), PATIENCE)
  })

  it('are tried again soon when the database is away, then after longer and longer waits', async () => {
    const { proxy, events, errors, failedAt } = await listening()
    const awayAt = performance.now()
    await proxy.stop()
    const attempts = () => failedAt.filter((_, index) => errors[index]?.includes('ECONNREFUSED'))
    await vi.waitFor(() => expect(attempts().length).toBeGreaterThan(4), PATIENCE)
    const waits = attempts().map((at, index, all) => at - (all[index - 1] ?? awayAt))
    // A timer may be a millisecond early.
    for (const [index, leastMs] of [100, 200, 400, 800, 1600].entries()) {
      expect(waits[index]).toBeGreaterThan(leastMs - 2)
    }
    expect(events.isListening()).toBe(false)
  })

  it('end although the connection is silent', async () => {
    const { proxy, events } = await listening()
    proxy.drop()
    await events.stop()
    expect(events.isListening()).toBe(false)
  })
})
