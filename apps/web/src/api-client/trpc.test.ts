import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import { afterEach, expect, it, vi } from 'vitest'
import type { Session } from '#session/session.ts'
import { createClient } from './trpc.ts'

const session = { accessToken: async () => 'token' } as Partial<Session> as Session

afterEach(() => void vi.useRealTimers())

it('a call carries the bearer, but not a read that is the same for everyone', async () => {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => Response.json([{ result: { data: [] } }]))
  vi.stubGlobal('fetch', fetch)
  const client = createClient(session)
  const input = { text: 'phone' }
  await Promise.all([
    client.catalog.categories.query(),
    client.search.facets.query(input),
    client.orders.mine.query({}),
  ])
  const bearers = fetch.mock.calls.map(([url, init]) => [
    url.replace(/\?.*/, ''),
    new Headers(init?.headers).get('authorization'),
  ])
  expect(new Map(bearers as [string, string | null][])).toEqual(
    new Map([
      ['/trpc/catalog.categories', null],
      ['/trpc/search.facets', null],
      ['/trpc/orders.mine', 'Bearer token'],
    ]),
  )
})

it('a read after one’s own change takes nothing that was cached before it', async () => {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => Response.json([{ result: { data: {} } }]))
  vi.stubGlobal('fetch', fetch)
  const client = createClient(session)
  await client.catalog.categories.query()
  await client.orders.cancel.mutate({ orderId: 'order' })
  await client.catalog.categories.query()
  const ages = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get(MAX_AGE_HEADER))
  expect(ages).toEqual([null, null, expect.stringMatching(/^\d{1,3}$/)])
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

it('what is shown as done before the answer, and the report of a payment, survive the page that sends them; other calls do not', async () => {
  const results = (url: string) => url.split(',').map(() => ({ result: { data: {} } }))
  const fetch = vi.fn(async (url: string, _init?: RequestInit) => Response.json(results(url)))
  vi.stubGlobal('fetch', fetch)
  const client = createClient(session)
  await Promise.all([
    client.payments.confirm.mutate({ orderId: 'order', transactionId: 'pi_1' }),
    client.listings.setFavorite.mutate({ listingId: 'listing', favorite: true }),
    client.orders.cancel.mutate({ orderId: 'order' }),
  ])
  const lasting = fetch.mock.calls.map(([url, init]) => [url.replace(/\?.*/, ''), init?.keepalive ?? false])
  expect(new Map(lasting as [string, boolean][])).toEqual(
    new Map([
      ['/trpc/payments.confirm,listings.setFavorite', true],
      ['/trpc/orders.cancel', false],
    ]),
  )
})
