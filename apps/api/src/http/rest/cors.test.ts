import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SHOP = 'https://shop.example'
let closed: Market
let open: Market
beforeAll(async () => {
  closed = await createMarket()
  open = await createMarket({ corsOrigins: [SHOP] })
})
afterAll(() => Promise.all([closed.close(), open.close()]))

async function preflight(market: Market, path: string, origin: string) {
  const response = await fetch(`${market.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
  await response.body?.cancel()
  return response.headers
}

describe('another site’s page', () => {
  it('may call the REST paths when it is listed', async () => {
    const headers = await preflight(open, '/orders', SHOP)
    expect(headers.get('access-control-allow-origin')).toBe(SHOP)
    const allowed = headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(['authorization', 'content-type', 'idempotency-key'])
    const answer = await fetch(`${open.url}/categories`, { headers: { origin: SHOP } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(await answer.json()).toEqual([])
  })

  it('may read that there is nothing at an address, or that it cannot be read', async () => {
    for (const [path, status] of [
      ['/nothing', 404],
      ['/orders/1/2/3', 404],
      ['/%zz', 400],
      [`/orders/${'1'.repeat(3000)}`, 400],
    ] as const) {
      for (const [origin, allowed] of [
        [SHOP, SHOP],
        ['https://evil.example', null],
      ] as const) {
        const answer = await fetch(`${open.url}${path}`, { headers: { origin } })
        await answer.body?.cancel()
        const is = answer.headers.get('access-control-allow-origin')
        expect([path, answer.status, is]).toEqual([path, status, allowed])
      }
    }
    const unlisted = await fetch(`${closed.url}/nothing`, { headers: { origin: SHOP } })
    expect([unlisted.status, unlisted.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })

  it('may not when it is not, and never the typed face or the webhook', async () => {
    expect((await preflight(open, '/orders', 'https://evil.example')).get('access-control-allow-origin')).not.toBe(
      'https://evil.example',
    )
    expect((await preflight(closed, '/orders', SHOP)).has('access-control-allow-origin')).toBe(false)
    const rpc = await fetch(`${open.url}/trpc/catalog.categories`, { headers: { origin: SHOP } })
    await rpc.body?.cancel()
    expect(rpc.headers.has('access-control-allow-origin')).toBe(false)
  })
})
