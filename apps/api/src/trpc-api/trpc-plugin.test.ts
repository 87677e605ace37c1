import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BATCH_MAX } from '#http/trpc/wire.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

interface ErrorAnswer {
  error: { message: string; data: Record<string, unknown> }
}

describe('the tRPC transport', () => {
  it('describes bad input field by field', async () => {
    const response = await fetch(`${market.url}/trpc/accounts.register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: 'x', name: '', role: 'ADMIN' }),
    })
    const { error } = (await response.json()) as ErrorAnswer
    expect(response.status).toBe(400)
    expect(error.message).toBe('Name Address is required')
    expect(error.data.domainCode).toBe('INVALID_INPUT')
    expect(error.data.issues).toContainEqual({ path: 'name', message: 'Name Address is required' })
    expect(error.data).not.toHaveProperty('stack')
  })

  it('answers nothing of an unexpected error but its request id', async () => {
    const failing = vi.spyOn(poolOf(market.database), 'query').mockImplementation(() => {
      throw new Error('secret of the database')
    })
    const response = await fetch(`${market.url}/trpc/catalog.categories`)
    failing.mockRestore()
    const { error } = (await response.json()) as ErrorAnswer
    expect(response.status).toBe(500)
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(error.message).toBe('Something went wrong on our side. Try again in a minute.')
    expect(error.data.requestId).toBe(response.headers.get('x-request-id'))
  })

  it.each(['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'refuses a body of type %s',
    async type => {
      const response = await fetch(`${market.url}/trpc/accounts.register`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x=1',
      })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  it.each([
    ['trpc-accept', { 'trpc-accept': 'application/jsonl' }],
    ['accept', { accept: 'application/jsonl' }],
    ['both', { accept: 'application/jsonl', 'trpc-accept': 'application/jsonl' }],
  ])('answers plain JSON to whoever asks by %s for a stream', async (_, headers) => {
    const response = await fetch(`${market.url}/trpc/catalog.categories,catalog.categories?batch=1`, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual([{ result: { data: [] } }, { result: { data: [] } }])
  })

  it('refuses a batch that is too large', async () => {
    const paths = Array.from({ length: BATCH_MAX + 1 }, () => 'catalog.categories').join(',')
    const response = await fetch(`${market.url}/trpc/${paths}?batch=1`)
    expect(response.status).toBe(400)
    await response.body?.cancel()
  })

  it('answers broken JSON and an unknown call with 4xx', async () => {
    const broken = await fetch(`${market.url}/trpc/accounts.register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"idToken":',
    })
    expect(broken.status).toBe(400)
    expect(await broken.text()).not.toContain('at JSON.parse')
    const unknown = await fetch(`${market.url}/trpc/accounts.grantAdmin`)
    expect(unknown.status).toBe(404)
    await unknown.body?.cancel()
  })
})
