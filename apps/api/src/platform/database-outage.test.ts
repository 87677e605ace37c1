import { closeDatabase, createDatabase, type Database, type Transaction } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asOutage } from './database-outage.ts'

let market: Market
let narrow: Database
beforeAll(async () => {
  market = await createMarket()
  const url = `${poolOf(market.database).options.connectionString}`
  narrow = createDatabase(url, { poolSize: 1, connectionTimeoutMs: 1000, statementTimeoutMs: 200 })
})
afterAll(async () => {
  await closeDatabase(narrow)
  await market.close()
})

const codeOf = async (work: Promise<unknown>) => asOutage(await work.catch(error => error))?.code

describe('an outage of the database', () => {
  it('is no free connection in time', async () => {
    const client = await poolOf(narrow).connect()
    expect(await codeOf(narrow.user.count())).toBe('UNAVAILABLE')
    expect(await codeOf(narrow.$transaction(tx => tx.user.count()))).toBe('UNAVAILABLE')
    expect(await codeOf(poolOf(narrow).query('SELECT 1'))).toBe('UNAVAILABLE')
    client.release()
  }, 20_000)

  it('is a statement that takes too long', async () => {
    expect(await codeOf(narrow.$queryRaw`SELECT pg_sleep(1)::text`)).toBe('UNAVAILABLE')
    expect(await codeOf(poolOf(narrow).query('SELECT pg_sleep(1)'))).toBe('UNAVAILABLE')
  })

  it('is a statement that takes too long where the server has no limit', async () => {
    const url = `${poolOf(market.database).options.connectionString}`
    const pooled = createDatabase(url, { isPooled: true, statementTimeoutMs: 1 })
    onTestFinished(() => closeDatabase(pooled))
    const slow = [pooled.$queryRaw`SELECT pg_sleep(3)::text`, poolOf(pooled).query('SELECT pg_sleep(3)')]
    expect(await Promise.all(slow.map(codeOf))).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
  }, 20_000)

  it('is a connection that breaks', async () => {
    const end = 'SELECT pg_terminate_backend(pg_backend_pid())::text'
    expect(await codeOf(narrow.$queryRawUnsafe(end))).toBe('UNAVAILABLE')
    expect(await codeOf(poolOf(narrow).query(end))).toBe('UNAVAILABLE')
  })

  it('is a statement on a connection that broke meanwhile', async () => {
    const breakIn = async (tx: Transaction) => {
      const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      await market.database.$queryRaw`SELECT pg_terminate_backend(${pid}, 5000)`
    }
    const call = narrow.$transaction(async tx => {
      await breakIn(tx)
      await tx.$queryRaw`SELECT 1 AS one`
    })
    expect(await codeOf(call)).toBe('UNAVAILABLE')
    expect(await codeOf(narrow.$transaction(breakIn))).toBe('UNAVAILABLE')
    const client = await poolOf(narrow).connect()
    client.on('error', () => undefined)
    await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    expect(await codeOf(client.query('SELECT 1'))).toBe('UNAVAILABLE')
    client.release(true)
  })

  it('is no error of the database, and no mistake of ours', async () => {
    const { email } = await market.user()
    const again = { identityUid: 'another', email, name: 'Ann', role: 'BUYER' } as const
    expect(await codeOf(market.database.user.create({ data: again }))).toBeUndefined()
    expect(await codeOf(poolOf(narrow).query('SELECT nothing'))).toBeUndefined()
    expect(asOutage(new TypeError('x is not a function'))).toBeNull()
    expect(asOutage('text')).toBeNull()
  })
})
