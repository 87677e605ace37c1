import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'

const SCALE = 0.1
const MOST = RATE_LIMITS.signIn.most * SCALE

let market: Market
beforeAll(async () => {
  market = await createMarket({ rateLimitScale: SCALE, trustedProxies: ['127.0.0.1', '198.51.100.1'] })
})
afterAll(() => market.close())

/** What sign-ins are answered that come from these addresses, one after the other, by a trusted proxy's word. */
async function statusesOf(addresses: string[]): Promise<number[]> {
  const { send } = attackOn(market)
  const statuses: number[] = []
  for (const address of addresses) {
    const headers = { 'x-forwarded-for': address }
    statuses.push((await send('GET', '/jwt?email=a@example.test', { as: 'Bearer forged', headers })).status)
  }
  return statuses
}

describe('A262 an address that a trusted proxy names', () => {
  const many = (write: (n: number) => string) => Array.from({ length: MOST + 1 }, (_, n) => write(n))
  it.each([
    ['with the port of each connection', many(n => `6.6.6.6:${1001 + n}`)],
    ['of IPv6 with the port', many(n => `[2001:db8:3::1]:${1001 + n}`)],
    [
      'with the port, and another proxy’s with its port after it',
      many(n => `6.6.7.7:${1001 + n}, 198.51.100.1:${n + 1}`),
    ],
    ['forged before the real one', many(n => `9.9.9.${n}, 6.6.8.8:${1001 + n}`)],
    ['that is none', many(n => `unknown-${n}`)],
    ['that is none, after forged ones', many(n => `9.9.10.${n}, _hidden${n}`)],
    ['of IPv4 behind a gateway', many(n => (n % 2 ? '64:ff9b::7.7.7.1' : '7.7.7.1'))],
    ['of IPv4 in IPv6 by 6to4', many(n => `2002:707:703:${n}::1`)],
  ])('A262 %s is one', async (name, addresses) => {
    const statuses = await statusesOf(addresses)
    // Those that are none are all the proxy's own.
    if (name !== 'that is none, after forged ones') expect(statuses.slice(0, MOST)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })

  it('A262 of others behind the same gateway is another', async () => {
    expect(await statusesOf(many(n => `64:ff9b::7.7.8.${n}`))).not.toContain(429)
  })
})
