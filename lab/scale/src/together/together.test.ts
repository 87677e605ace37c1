import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { databaseName } from '@second-ring/database/database-url'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { startTemplateServer, type TemplateServer } from '@second-ring/testkit/servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overHttp } from '../over-http.ts'
import { type PgBouncer, startPgBouncer } from '../pgbouncer/start-pgbouncer.ts'
import { listenTo } from '../processes/listen-to.ts'
import { type OwnRedis, startRedis } from '../processes/start-redis.ts'
import { type ReplicaServer, replicated, startReplica } from '../replica/start-replica.ts'
import { type Balancer, startBalancer } from './start-balancer.ts'

const where = { meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
const WITHIN_A_SECOND = { timeout: 1000, interval: 10 }
const PATIENTLY = { timeout: 15_000, interval: 50 }

let primary: TemplateServer
let replica: ReplicaServer
let market: Market
let bouncer: PgBouncer
let redis: OwnRedis
let apis: [ApiProcess, ApiProcess]
let balancer: Balancer
beforeAll(async () => {
  ;[primary, redis] = await Promise.all([startTemplateServer(replicated), startRedis()])
  replica = await startReplica({ url: primary.servers.postgresUrl, dataDir: primary.dataDir })
  market = await createMarket({ postgres: primary.servers, webhooks: false })
  const direct = market.environment.DATABASE_URL ?? ''
  bouncer = await startPgBouncer({ serverUrl: direct, serverConnections: 6 })
  const env = {
    DATABASE_URL: bouncer.through(direct),
    DATABASE_DIRECT_URL: direct,
    DATABASE_REPLICA_URLS: replica.url(databaseName(direct)),
    REDIS_URL: redis.url,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_SCALE: '1',
    OPERATIONS_PORT: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  }
  apis = await Promise.all([market.startProcess(env), market.startProcess(env)])
  balancer = await startBalancer([apis[0].url, apis[1].url])
})
afterAll(async () => {
  await balancer?.stop()
  for (const api of apis ?? []) await api.kill()
  await bouncer?.stop()
  await market?.close()
  await replica?.remove()
  await primary?.stop()
  await redis?.remove()
})

const nobody = () => overHttp(balancer.url)
const as = (userId: string, isFresh = false) => overHttp(balancer.url, { accessToken: market.tokenOf(userId), isFresh })
const shelf = async (by: ReturnType<typeof overHttp>, categoryId: string) => {
  const { items } = await by.ask<{ items: { id: string }[] }>('listings.byCategory', { categoryId, limit: 50 })
  return items.map(({ id }) => id)
}

/** How many shared reads the replica was given. */
async function readByReplica(): Promise<number> {
  const counts = apis.map(async ({ operationsUrl }) => {
    const text = await (await fetch(`${operationsUrl}/metrics`)).text()
    return Number(/shared_reads_total\{server="replica"\} (\d+)/.exec(text)?.[1] ?? 0)
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

describe('a balancer, two processes, PgBouncer, a replica and Redis', () => {
  it('are one market: what is booked anywhere is booked everywhere, once', async () => {
    const { id: listingId, categoryId } = await market.listing()
    const tab = await listenTo(balancer.url, [listingId])
    await tab.until('"AVAILABLE"')
    expect(await shelf(nobody(), categoryId)).toEqual([listingId])
    const buyers = await Promise.all(Array.from({ length: 20 }, () => market.user()))
    const tries = await Promise.allSettled(
      buyers.map(({ id }) => as(id).tell<{ orderId: string }>('orders.place', { listingId, ...where })),
    )
    const winners = buyers.filter((_, index) => tries[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    const [winner] = winners
    // Whoever has just booked it is not shown it again, whichever process they come to; the others within a second.
    const fresh = await Promise.all(Array.from({ length: 10 }, () => shelf(as(winner?.id ?? '', true), categoryId)))
    expect(fresh.flat()).toEqual([])
    await expect.poll(() => shelf(nobody(), categoryId), WITHIN_A_SECOND).toEqual([])
    await tab.until('"RESERVED"')
    await tab.stop()
    const orders = await as(winner?.id ?? '').ask<{ items: { listingId: string }[] }>('orders.mine', {})
    expect(orders.items.map(order => order.listingId)).toEqual([listingId])
    expect(await market.checkLedger()).toEqual([])
  })

  it('has the replica answer what is the same for everyone', async () => {
    const { categoryId } = await market.listing()
    await expect
      .poll(async () => {
        const before = await readByReplica()
        await shelf(overHttp(balancer.url), categoryId)
        return (await readByReplica()) > before
      }, PATIENTLY)
      .toBe(true)
  })

  it('counts together how often someone asks, and takes nobody’s word for where they come from', async () => {
    const most = RATE_LIMITS.signIn.most
    const tries = Array.from({ length: most + 5 }, async (_, index) => {
      const answer = await fetch(`${balancer.url}/jwt`, { headers: { 'x-forwarded-for': `192.0.2.${index}` } })
      return answer.status
    })
    const statuses = await Promise.all(tries)
    expect(statuses.filter(status => status === 429)).toHaveLength(5)
  })

  it('goes on reading and booking when one process is killed', async () => {
    const { id: listingId, categoryId } = await market.listing()
    await apis[1].kill()
    const reads = await Promise.all(Array.from({ length: 50 }, () => shelf(nobody(), categoryId)))
    expect(reads).toEqual(reads.map(() => [listingId]))
    const { id } = await market.user()
    await as(id).tell('orders.place', { listingId, ...where })
    await expect.poll(() => shelf(nobody(), categoryId), WITHIN_A_SECOND).toEqual([])
  })
})
