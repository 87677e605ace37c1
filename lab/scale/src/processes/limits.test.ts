import { randomUUID } from 'node:crypto'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OwnRedis, startRedis } from './start-redis.ts'
import { startTwo, type Twin } from './two-processes.ts'

const SCALE = 0.1
const most = (limit: keyof typeof RATE_LIMITS) => RATE_LIMITS[limit].most * SCALE

async function requestsUntilRejected(url: string, headers: Record<string, string>): Promise<number> {
  for (let requests = 1; ; requests += 1) {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (response.status === 429) return requests
  }
}

let market: Market
let redis: OwnRedis
beforeAll(async () => {
  ;[market, redis] = await Promise.all([createMarket(), startRedis()])
})
afterAll(async () => {
  await market.close()
  await redis.remove()
})

describe.each(['Redis', 'PostgreSQL'])('limits of two processes, by %s', by => {
  let twins: [Twin, Twin]
  beforeAll(async () => {
    const env: Record<string, string> = by === 'Redis' ? { REDIS_URL: redis.url } : {}
    twins = await startTwo(market, { RATE_LIMIT_SCALE: `${SCALE}`, TRUST_PROXY: 'loopback', ...env })
    expect(twins[0].api.log).toContainEqual(expect.objectContaining({ msg: 'rate limits are shared', by }))
  })
  afterAll(async () => {
    await Promise.all(twins.map(({ api }) => api.stop()))
  })

  const inTurn = async (calls: number, call: (twin: Twin) => Promise<Response>) => {
    const answers: Response[] = []
    for (let index = 0; index < calls; index += 1) answers.push(await call(twins[index % 2 ? 1 : 0]))
    return answers
  }

  it('what an account does, and what comes from an address, counts at both, and not once more', async () => {
    const { id } = await market.user()
    const book = ({ calls }: Twin) => calls.book(id, randomUUID())
    const statuses = (await inTurn(most('book') + 4, book)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(most('book')).fill(404), ...Array(4).fill(429)])

    const signIn = ({ calls }: Twin) => calls.post('accounts.exchange', { idToken: 'forged' })
    const answers = await inTurn(most('signIn') + 2, signIn)
    const isHeard = answers.map(({ status }) => status === 401)
    expect(isHeard).toEqual([...Array(most('signIn')).fill(true), false, false])
    const wait = Number(answers.at(-1)?.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    // Another account has counts of its own.
    expect((await twins[0].calls.book((await market.user()).id, randomUUID())).status).toBe(404)
  })

  it('many calls at once at both are no more than the limit', async () => {
    // Not of the last week: those share a limit at their address too.
    const { id } = await market.user({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
    const all = twins.flatMap(twin => Array.from({ length: most('book') * 2 }, () => twin.calls.book(id, randomUUID())))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter(status => status !== 429)).toHaveLength(most('book'))
  })

  it('a flood at one is stopped at the other', async () => {
    const [one, other] = twins
    const batch = `${one.api.url}/trpc/${Array(10).fill('catalog.categories').join(',')}?batch=1`
    let addresses = 0
    // On a loaded machine the store may be slow and left alone for a second: then once more, from another address.
    await vi.waitFor(
      async () => {
        addresses += 1
        const headers = { 'x-forwarded-for': `192.0.2.${addresses}` }
        await requestsUntilRejected(batch, headers)
        // What has not reached the store yet, and not a minute's worth of its own.
        expect(await requestsUntilRejected(`${other.api.url}/categories`, headers)).toBeLessThan(most('flood') / 10)
      },
      { timeout: 20_000, interval: 1000 },
    )
  })
})
