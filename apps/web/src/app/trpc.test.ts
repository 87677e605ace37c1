import { afterEach, expect, it, vi } from 'vitest'
import type { Session } from './session.ts'
import { createClient } from './trpc.ts'

const session = { accessToken: async () => 'token' } as Partial<Session> as Session

afterEach(() => void vi.useRealTimers())

it('a call carries the bearer', async () => {
  const fetch = vi.fn(async (url: string, init?: RequestInit) => {
    expect(url).toMatch(/^\/trpc\/catalog\.categories\b/)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token')
    return Response.json([{ result: { data: [] } }])
  })
  vi.stubGlobal('fetch', fetch)
  expect(await createClient(session).catalog.categories.query()).toEqual([])
  expect(fetch).toHaveBeenCalledOnce()
})

it('a call has no time-out: an answer that takes a day is taken', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = vi.fn((_url: string, _init?: RequestInit) => promise)
  vi.stubGlobal('fetch', fetch)
  const answer = createClient(session).catalog.categories.query()
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(fetch).toHaveBeenCalledOnce()
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).not.toBe(true)
  expect(vi.getTimerCount()).toBe(0)
  resolve(Response.json([{ result: { data: [] } }]))
  expect(await answer).toEqual([])
})

it('the report of a payment survives the page that sends it; other calls end with theirs', async () => {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => Response.json([{ result: { data: {} } }]))
  vi.stubGlobal('fetch', fetch)
  const client = createClient(session)
  await Promise.all([
    client.payments.confirm.mutate({ orderId: 'order', transactionId: 'pi_1' }),
    client.orders.cancel.mutate({ orderId: 'order' }),
  ])
  const lasting = fetch.mock.calls.map(([url, init]) => [url.replace(/\?.*/, ''), init?.keepalive ?? false])
  expect(new Map(lasting as [string, boolean][])).toEqual(
    new Map([
      ['/trpc/payments.confirm', true],
      ['/trpc/orders.cancel', false],
    ]),
  )
})
