import { closeDatabase, createDatabase, type Database } from '@second-ring/database'
import { databaseName } from '@second-ring/database/database-url'
import { poolOf } from '@second-ring/database/pool-of'
import { freePort } from '@second-ring/server-process/free-port'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { startTemplateServer, type TemplateServer } from '@second-ring/testkit/servers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { overHttp } from '../over-http.ts'
import { type ReplicaServer, replicated, startReplica } from './start-replica.ts'

const WITHIN_A_SECOND = { timeout: 1000, interval: 10 }
const PATIENTLY = { timeout: 15_000, interval: 50 }
const LAG_MAX_MS = 1000
const where = { meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }

let primary: TemplateServer
let replica: ReplicaServer
let market: Market
/** The replica's own database, past the product. */
let atReplica: Database
let one: ApiProcess
let other: ApiProcess
let seller: { id: string }
let category: { id: string }

beforeAll(async () => {
  primary = await startTemplateServer(replicated)
  replica = await startReplica({ url: primary.servers.postgresUrl, dataDir: primary.dataDir })
  market = await createMarket({ postgres: primary.servers, accountLimits: 'all=1000' })
  const name = databaseName(market.environment.DATABASE_URL ?? '')
  await market.database.$executeRaw`CREATE EXTENSION pg_stat_statements`
  atReplica = createDatabase(replica.url(name))
  // Of these one has never been there, and one is no replica.
  const away = `postgresql://postgres@127.0.0.1:${await freePort()}/${name}`
  const none = market.environment.DATABASE_URL
  const start = (urls: string) => market.startProcess({ DATABASE_REPLICA_URLS: urls, OPERATIONS_PORT: '0' })
  one = await start(replica.url(name))
  other = await start(`${away},${none},${replica.url(name)}`)
  seller = await market.user({ role: 'SELLER' })
  category = await market.category()
})
afterAll(async () => {
  await one?.stop()
  await other?.stop()
  if (atReplica) await closeDatabase(atReplica)
  await market?.close()
  await replica?.remove()
  await primary?.stop()
})

const phone = () => market.listing({ categoryId: category.id, sellerId: seller.id })
const as = (api: ApiProcess, userId: string) => overHttp(api.url, { accessToken: market.tokenOf(userId) })

let asked = 0
/** The phones on the list, by a question that nobody has asked before, so that nothing is kept of its answer. */
async function shelf(api: ApiProcess, { isFresh = false } = {}): Promise<string[]> {
  asked += 1
  const input = { categoryId: category.id, limit: 50, asked }
  const page = await overHttp(api.url, { isFresh }).ask<{ items: { id: string }[] }>('listings.byCategory', input)
  return page.items.map(({ id }) => id)
}

/** How many shared reads a process has given to replicas, and to the primary. */
async function readsOf(api: ApiProcess): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${api.operationsUrl}/metrics`)).text()
  const count = (server: string) => Number(new RegExp(`shared_reads_total{server="${server}"} (\\d+)`).exec(text)?.[1])
  return { replica: count('replica'), primary: count('primary') }
}

/** Where a process has the next question answered. */
async function answers(api: ApiProcess): Promise<'replica' | 'primary'> {
  const before = await readsOf(api)
  await shelf(api)
  return (await readsOf(api)).replica > before.replica ? 'replica' : 'primary'
}

/** Waits until both processes have the replica answer. */
async function untilBothUseIt(): Promise<void> {
  for (const api of [one, other]) await expect.poll(() => answers(api), PATIENTLY).toBe('replica')
}

const atPrimary = () => market.database
/** How often a server has read listings for the list. */
async function shelvesReadAt(database: Database): Promise<number> {
  const { rows } = await poolOf(database).query<{ calls: number }>(
    `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND query ILIKE 'select%listings%category_id%'`,
  )
  return rows[0]?.calls ?? 0
}

async function replay(verb: 'pause' | 'resume'): Promise<void> {
  await poolOf(atReplica).query(`SELECT pg_wal_replay_${verb}()`)
}

async function pauseReplay(): Promise<void> {
  onTestFinished(() => replay('resume'))
  await replay('pause')
  const state = () => poolOf(atReplica).query('SELECT pg_get_wal_replay_pause_state() AS state')
  await expect.poll(async () => (await state()).rows, PATIENTLY).toEqual([{ state: 'paused' }])
}

it('has the replica answer what is the same for everyone, and nothing else', async () => {
  const { id } = await phone()
  // Again, should a busy machine have had it left out for a moment.
  await vi.waitFor(async () => {
    await untilBothUseIt()
    const before = { primary: await shelvesReadAt(atPrimary()), replica: await shelvesReadAt(atReplica) }
    for (const api of [one, other]) {
      for (let round = 0; round < 5; round += 1) expect(await shelf(api)).toEqual([id])
    }
    const after = { primary: await shelvesReadAt(atPrimary()), replica: await shelvesReadAt(atReplica) }
    expect(after).toEqual({ primary: before.primary, replica: before.replica + 10 })

    const counted = await readsOf(one)
    await overHttp(one.url).ask('search.listings', { text: 'aurora' })
    await overHttp(one.url).ask('listings.get', { listingId: id })
    await fetch(`${one.url}/categories/${category.id}`)
    expect(await readsOf(one)).toEqual({ ...counted, replica: counted.replica + 3 })

    expect(await shelf(one, { isFresh: true })).toEqual([id])
    await as(one, seller.id).ask('listings.mine', {})
    expect(await readsOf(one)).toEqual({ primary: counted.primary + 1, replica: counted.replica + 3 })
  }, PATIENTLY)
})

describe('a phone that has just been booked', () => {
  it('is gone for its buyer’s very next read, time and again', async () => {
    const { id: buyerId } = await market.user()
    for (let round = 0; round < 15; round += 1) {
      const { id: listingId } = await phone()
      await expect.poll(() => shelf(one), WITHIN_A_SECOND).toContain(listingId)
      await as(one, buyerId).tell('orders.place', { listingId, ...where })
      expect(await shelf(one)).not.toContain(listingId)
      await expect.poll(() => shelf(other), WITHIN_A_SECOND).not.toContain(listingId)
    }
  })

  it('is gone within a second everywhere while the replica has not heard of it, and it is used again later', async () => {
    await untilBothUseIt()
    const [{ id: listingId }, { id: buyerId }] = [await phone(), await market.user()]
    await untilBothUseIt()
    await pauseReplay()
    const { orderId } = await as(one, buyerId).tell<{ orderId: string }>('orders.place', { listingId, ...where })
    expect(await shelf(one)).not.toContain(listingId)
    await expect.poll(() => shelf(other), WITHIN_A_SECOND).not.toContain(listingId)
    expect(await as(one, buyerId).ask('orders.mine', {})).toMatchObject({ items: [{ id: orderId, state: 'PLACED' }] })
    expect(await overHttp(other.url).ask('listings.get', { listingId })).toMatchObject({ state: 'RESERVED' })
    const { rows } = await poolOf(atReplica).query('SELECT state::text FROM listings WHERE id = $1', [listingId])
    expect(rows).toEqual([{ state: 'AVAILABLE' }])

    await replay('resume')
    await untilBothUseIt()
    for (const api of [one, other]) expect(await shelf(api)).not.toContain(listingId)
  })
})

describe('the lag of a replica', () => {
  it('decides whether it is used at all, also for what has not changed', async () => {
    await untilBothUseIt()
    await pauseReplay()
    for (const api of [one, other]) await expect.poll(() => answers(api), PATIENTLY).toBe('primary')
    await replay('resume')
    await untilBothUseIt()
  })

  it('grows while it is cut off, though it has replayed all that it received', async () => {
    await untilBothUseIt()
    const receiver = (await poolOf(atReplica).query<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver')).rows[0]
    const pid = receiver?.pid ?? Number.NaN
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
    process.kill(pid, 'SIGSTOP')
    for (const api of [one, other]) await expect.poll(() => answers(api), PATIENTLY).toBe('primary')
    const { rows } = await poolOf(atReplica).query(
      'SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS done',
    )
    expect(rows).toEqual([{ done: true }])
    process.kill(pid, 'SIGCONT')
    await untilBothUseIt()
  })

  it('does not grow while nobody writes', async () => {
    // Again, should a busy machine have had it left out for a moment.
    await vi.waitFor(async () => {
      await untilBothUseIt()
      const end = performance.now() + 2 * LAG_MAX_MS
      while (performance.now() < end) expect(await answers(one)).toBe('replica')
    }, PATIENTLY)
  })
})

it('answers a search while listings change all the time, and the list of the changed category at the primary', async () => {
  // Again, should a busy machine have had it left out for a moment.
  await vi.waitFor(async () => {
    await untilBothUseIt()
    const counted = await readsOf(one)
    await phone()
    asked += 1
    await overHttp(one.url).ask('search.listings', { text: `zephyr ${asked}` })
    await shelf(one)
    expect(await readsOf(one)).toEqual({ primary: counted.primary + 1, replica: counted.replica + 1 })
  }, PATIENTLY)
})

it('is not asked by a process that is not told of changes', async () => {
  await untilBothUseIt()
  await market.database.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'second-ring-events' AND datname = current_database()`
  await expect.poll(() => answers(one), { timeout: 1000, interval: 5 }).toBe('primary')
  await untilBothUseIt()
})

describe('a replica that fails', () => {
  it('has a statement that it does not finish answered by the primary, and nobody sees an error', async () => {
    const { id } = await phone()
    await untilBothUseIt()
    const counted = await readsOf(one)
    // A lock of the primary holds at the replica until its end is replayed.
    const locking = await poolOf(market.database).connect()
    onTestFinished(() => locking.release(true))
    await locking.query('BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE')
    // Sent no later than a commit that comes after it.
    await market.database.$queryRaw`SELECT pg_logical_emit_message(true, 'second-ring', '')::text`
    const locked = "SELECT FROM pg_locks WHERE relation = 'listings'::regclass AND mode = 'AccessExclusiveLock'"
    await expect.poll(async () => (await poolOf(atReplica).query(locked)).rowCount, PATIENTLY).toBe(1)
    const held = "application_name = 'second-ring-replica' AND wait_event_type = 'Lock'"
    const reads: Promise<Response>[] = []
    const isHeld = async () => {
      const limit = reads.length + 1
      reads.push(fetch(`${one.url}/categories/${category.id}?limit=${limit}`))
      return ((await poolOf(atReplica).query(`SELECT FROM pg_stat_activity WHERE ${held}`)).rowCount ?? 0) > 0
    }
    await expect.poll(isHeld, { timeout: 10_000, interval: 200 }).toBe(true)
    await pauseReplay()
    await locking.query('ROLLBACK')
    await poolOf(atReplica).query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${held}`)
    for (const response of await Promise.all(reads)) expect(await response.text()).toContain(id)
    expect((await readsOf(one)).replica).toBeGreaterThan(counted.replica)
    expect(one.log).toContainEqual(
      expect.objectContaining({ msg: 'a replica is left out', err: expect.objectContaining({ code: '57014' }) }),
    )
    expect(await answers(one)).toBe('primary')
    await replay('resume')
    await untilBothUseIt()
  })

  it('is left out while it is away, and used again when it is back', async () => {
    const { id } = await phone()
    await untilBothUseIt()
    let isGoing = true
    onTestFinished(() => {
      isGoing = false
    })
    const reading = [one, other].map(async api => {
      while (isGoing) expect(await shelf(api)).toContain(id)
    })
    await replica.stop()
    for (const api of [one, other]) await expect.poll(() => answers(api), PATIENTLY).toBe('primary')
    const { id: later } = await phone()
    for (const api of [one, other]) await expect.poll(() => shelf(api), WITHIN_A_SECOND).toContain(later)
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
    expect(other.log.some(({ msg }) => msg === 'a replica is left out')).toBe(true)
    await replica.start()
    await untilBothUseIt()
    isGoing = false
    await Promise.all(reading)
    expect(await shelf(other)).toContain(later)
  })

  it('does not keep a process from ending', async () => {
    await replica.stop()
    expect(await Promise.all([one.stop(), other.stop()])).toEqual([0, 0])
  })
})
