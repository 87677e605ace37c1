import { Agent, type IncomingMessage, request } from 'node:http'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HeldTable, holdTable } from './testing/hold-table.ts'
import { postSignedEvent } from './testing/signed-event.ts'

const PATIENCE = { timeout: 15_000, interval: 20 }

let market: Market
let held: HeldTable | undefined
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  await held?.release()
  held = undefined
  await market.close()
})

const bearer = (userId: string) => ({
  authorization: `Bearer ${market.tokenOf(userId)}`,
})

/** Asks over a connection that is kept open. */
function ask(
  api: ApiProcess,
  path: string,
  { headers, body }: { headers?: Record<string, string>; body?: object } = {},
) {
  const agent = new Agent({ keepAlive: true })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const out = request(`${api.url}${path}`, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
    })
    out.once('response', response => resolve(response.resume()))
    out.once('error', reject)
    out.end(body && JSON.stringify(body))
  })
  answer.then(
    () => agent.destroy(),
    () => agent.destroy(),
  )
  return answer
}

async function refusesConnections(api: ApiProcess): Promise<void> {
  await vi.waitFor(async () => {
    await expect(fetch(`${api.url}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  }, PATIENCE)
}

describe('a server that is asked to stop', () => {
  it('answers the requests and webhooks that it has begun, ends live news, and only then ends', async () => {
    const api = await market.startProcess()
    const [{ id: buyerId }, { id: listingId }] = [await market.user(), await market.listing()]
    const { id: orderId } = await market.order({ buyerId })
    const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
    const intentId = await market.card.pay(clientSecret)
    const live = await fetch(`${api.url}/live?notices=true`, {
      headers: bearer(buyerId),
    })
    held = await holdTable(market.database, 'orders')
    const place = { listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    const booking = ask(api, '/trpc/orders.place', { headers: bearer(buyerId), body: place })
    const webhook = postSignedEvent(api.url, { type: 'payment_intent.succeeded', intentId })
    const lock = held
    await vi.waitFor(async () => expect(await lock.waiting()).toBeGreaterThanOrEqual(2), PATIENCE)

    const stopped = api.stop()
    await refusesConnections(api)
    expect(await Promise.race([stopped, booking, webhook, 'nothing yet'])).toBe('nothing yet')
    await live.text()
    await held.release()
    const { statusCode, headers } = await booking
    expect(statusCode).toBe(200)
    expect(headers.connection).toBe('close')
    expect((await webhook).status).toBe(200)
    expect(await stopped).toBe(0)
    const orders = await market.database.order.findMany({
      where: { buyerId },
      select: { listingId: true, state: true },
    })
    expect(orders).toContainEqual({ listingId, state: 'PLACED' })
    expect(orders.filter(({ state }) => state === 'PAID')).toHaveLength(1)
  })

  it('says that it is not ready, and goes on until whoever sends it requests has heard of it', async () => {
    const api = await market.startProcess({ STOP_DELAY_SECONDS: '2', OPERATIONS_PORT: '0' })
    const before = await ask(api, '/categories')
    expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive'])
    const stopped = api.stop()
    await vi.waitFor(async () => {
      for (const url of [api.url, api.operationsUrl]) {
        const response = await fetch(`${url}/readyz`)
        expect(response.status).toBe(503)
        expect(await response.json()).toEqual({ status: 'not ready', problems: { server: 'It is stopping.' } })
      }
    }, PATIENCE)
    const meanwhile = await ask(api, '/categories')
    expect([meanwhile.statusCode, meanwhile.headers.connection]).toEqual([200, 'close'])
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    expect(await stopped).toBe(0)
  })

  it('lets a job end that it has begun, and leaves the others in line', async () => {
    const api = await market.startProcess()
    const due = await market.order({ reservedUntil: new Date(0) })
    held = await holdTable(market.database, 'orders')
    // One worker a kind takes one after the other.
    for (let count = 0; count < 2; count += 1) {
      await market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'orders.expire-holds', {}))
    }
    const lock = held
    await vi.waitFor(async () => expect(await lock.waiting()).toBeGreaterThanOrEqual(1), PATIENCE)
    const stopped = api.stop()
    await refusesConnections(api)
    expect(await Promise.race([stopped, 'nothing yet'])).toBe('nothing yet')
    await held.release()
    expect(await stopped).toBe(0)
    expect(await market.database.order.findUnique({ where: { id: due.id }, select: { state: true } })).toEqual({
      state: 'EXPIRED',
    })
    const jobs = await market.database.$queryRaw<{ state: string }[]>`
      SELECT state::text FROM pgboss.job WHERE name = 'orders.expire-holds' ORDER BY completed_on NULLS LAST`
    const [first, ...others] = jobs.map(({ state }) => state)
    expect(first).toBe('completed')
    expect(new Set(others)).toEqual(new Set(['created']))
  })
})
