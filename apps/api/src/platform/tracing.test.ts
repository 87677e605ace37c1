import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Collector, startCollector } from '#http/testing/collector.ts'

let market: Market
let collector: Collector
beforeAll(async () => {
  market = await createMarket()
  collector = await startCollector()
})
afterAll(async () => {
  await collector.stop()
  await market.close()
})

it('follows one id from the browser to the statements, in the trace, the log and the answer', async () => {
  const api = await market.startProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' })
  const { id: userId } = await market.user()
  const { id: listingId } = await market.listing()
  const place = (requestId: string) =>
    fetch(`${api.url}/trpc/orders.place`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        authorization: `Bearer ${market.tokenOf(userId)}`,
      },
      body: JSON.stringify({ listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }),
    })
  const [first, again] = [randomUUID(), randomUUID()]
  const placed = await place(first)
  expect([placed.status, placed.headers.get('x-request-id')]).toEqual([200, first])
  const rejected = await place(again)
  expect(await rejected.json()).toMatchObject({ error: { data: { domainCode: 'ALREADY_BOOKED', requestId: again } } })
  for (const forged of ['1', 'x'.repeat(36), `${again}\t{"level":60}`]) {
    const answered = (await place(forged)).headers.get('x-request-id')
    expect(answered).toMatch(/^[0-9a-f-]{36}$/)
    expect(answered).not.toBe(forged)
  }
  expect(await api.stop()).toBe(0)

  const traceOf = (requestId: string) => {
    const request = collector.spans.find(({ attributes }) => attributes['second_ring.request_id'] === requestId)
    return collector.spans.filter(({ traceId }) => traceId === request?.traceId)
  }
  const spans = traceOf(first)
  const named = (name: string) => spans.filter(span => span.name === name)
  const [request] = named('POST /trpc/:path')
  const [call] = named('orders.place')
  expect(request).toMatchObject({ parentSpanId: undefined, attributes: { 'http.response.status_code': '200' } })
  expect(call?.parentSpanId).toBe(request?.spanId)
  const statements = spans.filter(({ attributes }) => attributes['db.query.text'] !== undefined)
  // The caller is authenticated before the call; all other statements belong to the call.
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId, call?.spanId]))
  expect(named('WITH')[0]?.parentSpanId).toBe(call?.spanId)
  const failed = traceOf(again).find(({ name }) => name === 'orders.place')
  expect(failed?.attributes['error.type']).toBe('ALREADY_BOOKED')
  expect(JSON.stringify(collector.spans)).not.toContain('555 0199')

  const lines = api.log.filter(({ reqId }) => reqId === first)
  expect(lines.map(({ msg }) => msg)).toContain('statement')
  expect(lines.at(-1)).toMatchObject({ msg: 'request', method: 'POST', path: '/trpc/orders.place', status: 200 })
  expect(JSON.stringify(api.log)).not.toContain('555 0199')
})

it('goes on with the trace of whoever asks, to the providers, and links the jobs that it causes', async () => {
  const received: IncomingHttpHeaders[] = []
  const provider = createServer(({ headers, socket }) => {
    received.push(headers)
    socket.destroy()
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void provider.close())
  const address = provider.address()
  const api = await market.startProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    STRIPE_API_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  })
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const callAs = async (userId: string, name: string, input: object) => {
    const answer = await fetch(`${api.url}/trpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${spanId}-01`,
        authorization: `Bearer ${market.tokenOf(userId)}`,
      },
      body: JSON.stringify(input),
    })
    await answer.arrayBuffer()
  }
  const order = await market.order()
  await callAs(order.buyerId, 'payments.createIntent', { orderId: order.id })
  await callAs(order.buyerId, 'orders.cancel', { orderId: order.id })
  expect(received.map(({ traceparent }) => `${traceparent}`.slice(3, 35))).toContain(traceId)
  const jobs = () => collector.spans.filter(({ name }) => name === 'payments.close')
  await expect.poll(jobs, { timeout: 20_000 }).not.toHaveLength(0)
  expect(await api.stop()).toBe(0)

  const requests = collector.spans.filter(span => span.traceId === traceId && span.parentSpanId === spanId)
  expect(new Set(requests.map(({ name }) => name))).toEqual(new Set(['POST /trpc/:path']))
  const [job] = jobs()
  expect(job?.traceId).not.toBe(traceId)
  expect(job?.links).toMatchObject([{ traceId }])
  // An error that was recorded would show its text.
  expect(collector.spans.flatMap(({ events }) => events)).toEqual([])
})

it('gives each request its own statements while they wait for connections', async () => {
  const api = await market.startProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { id } = await market.user()
  const accessToken = market.tokenOf(id)
  const traceIds = Array.from({ length: 40 }, () => randomUUID().replaceAll('-', ''))
  const answers = traceIds.map(async traceId => {
    const headers = { authorization: `Bearer ${accessToken}`, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const input = encodeURIComponent(JSON.stringify({}))
    return (await fetch(`${api.url}/trpc/orders.mine?input=${input}`, { headers })).status
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  expect(await api.stop()).toBe(0)
  const statementsOf = (traceId: string) =>
    collector.spans.filter(span => span.traceId === traceId && span.attributes['db.query.text'] !== undefined)
  const counts = new Set(traceIds.map(traceId => statementsOf(traceId).length))
  expect(counts).toEqual(new Set([Math.max(...counts, 1)]))
})

it('ends as usual while nobody collects', async () => {
  const api = await market.startProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  await fetch(`${api.url}/categories`)
  expect(await api.stop()).toBe(0)
})

it('leaves out of the log and of the traces what is anyone’s own', async () => {
  const api = await market.startProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { id, email } = await market.user()
  const accessToken = market.tokenOf(id)
  const headers = { authorization: `Bearer ${accessToken}` }
  await fetch(`${api.url}/orders?email=${email}`, { headers })
  await fetch(`${api.url}/users/admin/${email}`, { headers })
  await fetch(`${api.url}/nothing?token=${accessToken}`, { headers })
  const hidden = [accessToken, email, encodeURIComponent(email), `${accessToken.split('.').at(-1)}`]
  for (const text of hidden) {
    for (const path of [`/jwt/${text}`, `/${text}/orders`, `/trpc/${text}`, `/images/${text}`, `/orders/${text}`])
      await fetch(api.url + path, { headers })
  }
  await api.stop()
  const requests = api.log.filter(({ msg }) => msg === 'request')
  expect(requests.slice(0, 3).map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/orders 200',
    '/users/admin/:email 200',
    '(page) 404',
  ])
  expect(requests).toHaveLength(3 + 5 * hidden.length)
  for (const text of hidden) {
    expect(JSON.stringify(api.log)).not.toContain(text)
    expect(JSON.stringify(collector.spans)).not.toContain(text)
  }
})
