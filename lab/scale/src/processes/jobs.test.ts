import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTwo, type Twin } from './two-processes.ts'

const JOBS = 12

let market: Market
let twins: [Twin, Twin]
beforeAll(async () => {
  market = await createMarket()
  twins = await startTwo(market, {})
})
afterAll(async () => {
  await Promise.all(twins.map(({ api }) => api.stop()))
  await market.close()
})

it('of two processes one does each job, and does it once', async () => {
  const { database, platform } = market
  // Each run of the job is one statement here, whether or not it finds a match; nothing else inserts there.
  await database.$executeRaw`CREATE TABLE runs (id int GENERATED ALWAYS AS IDENTITY)`
  await database.$executeRaw`CREATE FUNCTION count_run() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO runs DEFAULT VALUES; RETURN NULL; END'`
  await database.$executeRaw`CREATE TRIGGER count_run BEFORE INSERT ON saved_search_matches
    FOR EACH STATEMENT EXECUTE FUNCTION count_run()`
  const listings = await Promise.all(Array.from({ length: JOBS }, () => market.listing()))
  await database.$transaction(async tx => {
    for (const { id: listingId } of listings) await platform.jobs.enqueue(tx, 'search.match', { listingId })
  })
  const jobs = () => database.$queryRaw`
    SELECT state::text, retry_count AS tries, count(*)::int FROM pgboss.job
    WHERE name = 'search.match' GROUP BY 1, 2`
  await vi.waitFor(async () => expect(await jobs()).toEqual([{ state: 'completed', tries: 0, count: JOBS }]), {
    timeout: 40_000,
    interval: 100,
  })
  expect(await database.$queryRaw`SELECT count(*)::int FROM runs`).toEqual([{ count: JOBS }])
})
