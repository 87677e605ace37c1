import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdTable } from './testing/hold-table.ts'
import { postSignedEvent } from './testing/signed-event.ts'

const PATIENCE = { timeout: 10_000, interval: 20 }

let market: Market
let api: ApiProcess
beforeAll(async () => {
  market = await createMarket()
  api = await market.startProcess({ OPERATIONS_PORT: '0' })
})
afterAll(async () => {
  await api.stop()
  await market.close()
})

/** The figures now, by name and labels as they are written. */
async function figures(): Promise<Map<string, number>> {
  const response = await fetch(`${api.operationsUrl}/metrics`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
const figure = async (name: string) => (await figures()).get(name)

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(api.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
async function bearer() {
  const { id } = await market.user()
  return { authorization: `Bearer ${market.tokenOf(id)}` }
}

describe('what those who run the server look at', () => {
  it('is not open to the public', async () => {
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404)
    expect(new URL(`${api.operationsUrl}`).hostname).toBe('127.0.0.1')
    expect(new URL(`${api.operationsUrl}`).port).not.toBe(new URL(api.url).port)
    expect((await fetch(`${api.operationsUrl}/categories`)).status).toBe(404)
  })

  it('is how ready it is', async () => {
    const ready = await fetch(`${api.operationsUrl}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  })

  it('is requests by route and status, without what is anyone’s own', async () => {
    const { id } = await market.category()
    await fetch(`${api.url}/categories/${id}?limit=1`)
    await fetch(`${api.url}/categories/${id}?limit=0`)
    await fetch(`${api.url}/nobody/${id}`)
    const name = 'second_ring_http_request_seconds_count'
    await vi.waitFor(async () => {
      const seen = await figures()
      expect(seen.get(`${name}{method="GET",route="/categories/:id",status="200"}`)).toBe(1)
      expect(seen.get(`${name}{method="GET",route="/categories/:id",status="400"}`)).toBe(1)
      expect(seen.get(`${name}{method="GET",route="(page)",status="404"}`)).toBeGreaterThanOrEqual(1)
      expect([...seen.keys()].filter(key => key.includes(id))).toEqual([])
      expect(
        seen.get('second_ring_http_request_seconds_bucket{le="30",method="GET",route="/categories/:id",status="200"}'),
      ).toBe(1)
    }, PATIENCE)
  })

  it('is calls of both faces by outcome, each of a batch', async () => {
    await fetch(`${api.url}/trpc/catalog.categories,orders.mine?batch=1`)
    await post('/orders', {}, await bearer())
    const seen = await figures()
    const count = (call: string, outcome: string) =>
      seen.get(`second_ring_call_seconds_count{call="${call}",outcome="${outcome}"}`)
    expect(count('catalog.categories', 'OK')).toBe(1)
    expect(count('orders.mine', 'UNAUTHENTICATED')).toBe(1)
    expect(count('POST /orders', 'INVALID_INPUT')).toBe(1)
  })

  it('is bookings, holds and payments as they stand, and the jobs in line', async () => {
    await market.order()
    await market.order()
    const { id: orderId, buyerId } = await market.order({ state: 'CANCELLED', listingId: (await market.listing()).id })
    await market.database.payment.create({
      data: { orderId, buyerId, intentId: 'pi_1', amountCents: 20_000, state: 'FAILED' },
    })
    await market.database.$transaction(tx =>
      market.platform.jobs.enqueue(tx, 'orders.expire-holds', {}, new Date('2999-01-01')),
    )
    const seen = await figures()
    expect(seen.get('second_ring_orders{state="PLACED"}')).toBe(2)
    expect(seen.get('second_ring_orders{state="CANCELLED"}')).toBe(1)
    expect(seen.get('second_ring_holds_open')).toBe(2)
    expect(seen.get('second_ring_payments{state="FAILED"}')).toBe(1)
    expect(seen.get('second_ring_jobs{job="orders.expire-holds",state="created"}')).toBeGreaterThanOrEqual(1)
    expect(seen.get('second_ring_database_up')).toBe(1)
    const ended = { state: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', endedAt: new Date() } as const
    await market.database.order.updateMany({ data: ended })
    const later = await figures()
    expect(later.get('second_ring_orders{state="PLACED"}')).toBeUndefined()
    expect(later.get('second_ring_holds_open')).toBe(0)
  })

  it('is the jobs that were done, those that failed and those that were given up', async () => {
    const { database, platform } = market
    const { id: listingId } = await market.listing()
    await database.$transaction(async tx => {
      await platform.jobs.enqueue(tx, 'search.match', { listingId })
      await platform.jobs.enqueue(tx, 'listings.check-price', { listingId: 'no-id' })
    })
    const attempts = (job: string, outcome: string) =>
      `second_ring_job_seconds_count{job="${job}",outcome="${outcome}"}`
    await vi.waitFor(async () => {
      const seen = await figures()
      expect(seen.get(attempts('search.match', 'done'))).toBe(1)
      expect(seen.get(attempts('listings.check-price', 'failed'))).toBeGreaterThanOrEqual(1)
      expect(seen.get('second_ring_jobs{job="listings.check-price",state="retry"}')).toBe(1)
    }, PATIENCE)
    await database.$executeRaw`UPDATE pgboss.job SET state = 'failed' WHERE name = 'listings.check-price'`
    const seen = await figures()
    expect(seen.get('second_ring_jobs{job="listings.check-price",state="failed"}')).toBe(1)
    expect(seen.get('second_ring_jobs{job="listings.check-price",state="retry"}')).toBeUndefined()
    expect([...seen.keys()].filter(key => key.includes('job="__'))).toEqual([])
  })

  it('is mails that wait, that the mail server refused, and that were given up', async () => {
    const { id: userId } = await market.user()
    const refused = { userId, kind: 'paid', message: 'Paid', problem: '451 try later' }
    await market.database.mail.createMany({
      data: [
        { userId, kind: 'paid', message: 'Paid', dueAt: new Date('2999-01-01') },
        { ...refused, dueAt: new Date('2999-01-01') },
        { ...refused, state: 'FAILED', settledAt: new Date() },
        { ...refused, state: 'FAILED', settledAt: new Date('2020-01-01') },
      ],
    })
    const seen = await figures()
    const count = (state: string) => seen.get(`second_ring_mails{state="${state}"}`)
    expect([count('queued'), count('retry'), count('failed')]).toEqual([1, 1, 1])
  })

  it('is how late the provider’s events come', async () => {
    const response = await postSignedEvent(api.url, { type: 'customer.created', secondsAgo: 90 })
    expect(response.status).toBe(200)
    expect(await figure('second_ring_webhook_lag_seconds_bucket{le="60"}')).toBe(0)
    expect(await figure('second_ring_webhook_lag_seconds_bucket{le="300"}')).toBe(1)
  })

  it('is the pool, who waits for it, what is in flight, and the event loop', async () => {
    // Reads that are no one's but their own.
    const { id: categoryId } = await market.category()
    const input = encodeURIComponent(JSON.stringify({ categoryId }))
    const held = await holdTable(market.database, 'categories')
    let isSeen = false
    // Whoever gives up waiting is followed by another, so that as many wait however long the look takes.
    const asking = Array.from({ length: 12 }, async (_, n) => {
      while (!isSeen) await fetch(`${api.url}/trpc/catalog.category?input=${input}&${n}`)
    })
    await vi
      .waitFor(async () => {
        const seen = await figures()
        expect(seen.get('second_ring_pool_connections{state="in_use"}')).toBe(10)
        // The process asks something itself now and then, and waits like everyone.
        expect(seen.get('second_ring_pool_waiting')).toBeGreaterThanOrEqual(2)
        expect(seen.get('second_ring_requests_in_flight')).toBe(12)
      }, PATIENCE)
      .finally(() => {
        isSeen = true
        return held.release()
      })
    await Promise.all(asking)
    const seen = await figures()
    expect(seen.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(seen.get('second_ring_requests_shed_total')).toBe(0)
  })
})
