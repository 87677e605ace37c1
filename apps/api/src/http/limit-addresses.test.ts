import { BYTES_OF_A_CALL, CALL_WEIGHTS, weightOf } from '@second-ring/contracts/call-weights'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, describe, expect, it } from 'vitest'

let market: Market
afterEach(() => market.close())

const SCALE = 0.1
const most = (limit: keyof typeof RATE_LIMITS) => RATE_LIMITS[limit].most * SCALE

const exchange = (headers: Record<string, string> = {}, calls = 1) => {
  const path = Array.from({ length: calls }, () => 'accounts.exchange').join(',')
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, call) => [call, { idToken: 'forged' }]))
  return fetch(`${market.url}/trpc/${path}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(inputs),
  })
}
const statusesOf = async (calls: number, call: (index: number) => Promise<Response>) => {
  const statuses: number[] = []
  for (let index = 0; index < calls; index += 1) {
    const response = await call(index)
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return statuses
}
const waitOf = (response: Response) => Number(response.headers.get('retry-after'))

describe('limits by address', () => {
  it('count sign-ins on both faces together, and say how long to wait', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const jwt = () => fetch(`${market.url}/jwt?email=a@example.test`, { headers: { authorization: 'Bearer forged' } })
    expect(await statusesOf(most('signIn') / 2, () => exchange())).not.toContain(429)
    expect(await statusesOf(most('signIn') / 2, jwt)).not.toContain(429)
    const rpc = await exchange()
    expect(rpc.status).toBe(429)
    expect(waitOf(rpc)).toBeGreaterThanOrEqual(1)
    expect(waitOf(rpc)).toBeLessThanOrEqual(60)
    expect(await rpc.json()).toMatchObject([
      { error: { data: { code: 'TOO_MANY_REQUESTS', domainCode: 'TOO_MANY_REQUESTS' } } },
    ])
    const rest = await jwt()
    expect(rest.status).toBe(429)
    expect(waitOf(rest)).toBeGreaterThanOrEqual(1)
    expect(await rest.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^That was too often/),
    })
    expect((await fetch(`${market.url}/jwt?email=a@example.test`, { method: 'HEAD' })).status).toBe(429)
  })

  it('count each call of a batch', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const response = await exchange({}, most('signIn') + 1)
    const answers = (await response.json()) as { error: { data: { code: string } } }[]
    const codes = answers.map(({ error }) => error.data.code)
    expect(codes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
    expect(codes.filter(code => code === 'UNAUTHORIZED')).toHaveLength(most('signIn'))
    expect(waitOf(response)).toBeGreaterThanOrEqual(1)
  })

  it('count a body by its size, before it is read', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const calls = 1 + Math.floor(60_000 / BYTES_OF_A_CALL)
    const post = (path: string) => () =>
      fetch(`${market.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `"${'x'.repeat(60_000 - 2)}"`,
      })
    const expected = Math.floor(most('flood') / calls)
    const [rpc, rest] = [post('/trpc/orders.place'), post('/orders')]
    const statuses = await statusesOf(expected + 1, index => (index % 2 ? rpc() : rest()))
    expect(statuses.slice(0, -1)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })

  it('count registrations on both faces together', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const post = (path: string, body: object) =>
      fetch(`${market.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer forged' },
        body: JSON.stringify(body),
      })
    const rpc = () => post('/trpc/accounts.register', { idToken: 'forged', name: 'Ann', role: 'BUYER' })
    const rest = () => post('/users', { name: 'Ann', email: 'a@example.test', role: 'Buyer' })
    expect(await statusesOf(most('register'), index => (index % 2 ? rpc() : rest()))).not.toContain(429)
    expect(await statusesOf(2, index => (index % 2 ? rpc() : rest()))).toEqual([429, 429])
  })

  it('put a forged X-Forwarded-For in the same bucket', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const forged = (index: number) =>
      exchange({ 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` })
    const statuses = await statusesOf(most('signIn') + 1, forged)
    expect(statuses.filter(status => status === 429)).toHaveLength(1)
  })

  it('believe a trusted proxy about the last address alone', async () => {
    market = await createMarket({ rateLimitScale: SCALE, trustedProxies: ['loopback'] })
    const through = (client: string) => (index: number) =>
      exchange({ 'x-forwarded-for': `198.51.100.${index}, ${client}` })
    expect((await statusesOf(most('signIn') + 1, through('203.0.113.1'))).at(-1)).toBe(429)
    expect(await statusesOf(1, through('203.0.113.2'))).not.toContain(429)
  })

  it('stop a flood, in the words of each face, but never who asks for the server’s health', async () => {
    market = await createMarket({ rateLimitScale: SCALE })
    const categories = `${market.url}/categories`
    const statuses = await statusesOf(most('flood') - 10, () => fetch(categories))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const batch = `${market.url}/trpc/${Array.from({ length: 10 }, () => 'catalog.categories').join(',')}?batch=1`
    expect((await fetch(batch)).status).toBe(200)
    const rest = await fetch(categories)
    expect(rest.status).toBe(429)
    expect(await rest.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const rpc = await fetch(batch)
    expect(rpc.status).toBe(429)
    expect(waitOf(rpc)).toBeGreaterThanOrEqual(1)
    const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, requestId: rpc.headers.get('x-request-id') }
    expect(await rpc.json()).toMatchObject({ error: { message: expect.any(String), data } })
    expect((await fetch(`${market.url}/healthz`)).status).toBe(200)
  })

  it('count calls that cost more as several, unless their answer is cached, and say so at /docs', async () => {
    market = await createMarket({ rateLimitScale: SCALE, cachesResponses: true })
    const facets = (text: string) =>
      fetch(`${market.url}/trpc/search.facets?input=${encodeURIComponent(JSON.stringify({ text }))}`)
    const page = await (await fetch(`${market.url}/docs`)).text()
    expect(page).toContain(`<td class="number">${most('flood')}</td>`)
    for (const { label } of CALL_WEIGHTS) expect(page).toContain(label)
    const times = Math.floor(most('flood') / weightOf('search.facets')) - 1
    expect(await statusesOf(times, index => facets(`word${index}`))).toEqual(Array(times).fill(200))
    const [over] = (await statusesOf(2, index => facets(`other${index}`))).slice(-1)
    expect(over).toBe(429)
  })
})
