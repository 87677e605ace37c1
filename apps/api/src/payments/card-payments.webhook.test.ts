import { createHmac } from 'node:crypto'
import { createMarket, intentOf, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const NOW_S = Math.floor(Date.now() / 1000)

function sign(body: string, { at = NOW_S, secret = WEBHOOK_SECRET, scheme = 'v1' } = {}): string {
  return `t=${at},${scheme}=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

async function deliver(body: string, signature?: string): Promise<number> {
  const response = await fetch(`${market.url}/webhooks/card-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
    body,
  })
  await response.body?.cancel()
  return response.status
}

function event(intentId: string, { id = 'evt_1', type = 'payment_intent.succeeded' } = {}): string {
  return JSON.stringify({
    id,
    object: 'event',
    created: 1_700_000_000,
    type,
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
}

async function paidAtProvider() {
  const order = await market.order()
  const { clientSecret } = await market.as(order.buyerId).payments.createIntent({ orderId: order.id })
  return { order, intentId: await market.card.pay(clientSecret) }
}

function orderState(id: string): Promise<string> {
  return market.database.order.findUniqueOrThrow({ where: { id } }).then(order => order.state)
}

describe('the webhook', () => {
  it('pays the order when the browser is gone', async () => {
    const { order } = await paidAtProvider()
    // Nobody reports: the provider's own delivery does.
    await vi.waitFor(async () => expect(await orderState(order.id)).toBe('PAID'), { timeout: 10_000, interval: 20 })
  })

  it('has one effect for two deliveries at once and later ones', async () => {
    const { order, intentId } = await paidAtProvider()
    const body = event(intentId, { id: 'evt_twice' })
    expect(await Promise.all([deliver(body, sign(body)), deliver(body, sign(body))])).toEqual([200, 200])
    expect(await deliver(body, sign(body))).toBe(200)
    expect(await orderState(order.id)).toBe('PAID')
    const paid = await market.database.auditEntry.count({ where: { subjectId: order.id, action: 'order.pay' } })
    expect(paid).toBe(1)
  })

  it('reads the provider’s intent instead of believing the event', async () => {
    const order = await market.order()
    const { clientSecret } = await market.as(order.buyerId).payments.createIntent({ orderId: order.id })
    const body = event(intentOf(clientSecret), { id: 'evt_early' })
    expect(await deliver(body, sign(body))).toBe(200)
    expect(await orderState(order.id)).toBe('PLACED')
  })

  it('stays paid when a failure comes after the success', async () => {
    const { order, intentId } = await paidAtProvider()
    for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed']) {
      const body = event(intentId, { id: `evt_${type}`, type })
      expect(await deliver(body, sign(body))).toBe(200)
    }
    expect(await orderState(order.id)).toBe('PAID')
  })

  it('ignores what is not ours', async () => {
    const body = event('pi_of_someone_else', { id: 'evt_other' })
    expect(await deliver(body, sign(body))).toBe(200)
    const other = JSON.stringify({
      id: 'evt_x',
      object: 'event',
      created: 1_700_000_000,
      type: 'customer.created',
      data: { object: { id: 'c' } },
    })
    expect(await deliver(other, sign(other))).toBe(200)
  })

  it('refuses what the provider has not signed', async () => {
    const { order, intentId } = await paidAtProvider()
    await vi.waitFor(async () => expect(await orderState(order.id)).toBe('PAID'), { timeout: 10_000, interval: 20 })
    const body = event(intentId, { id: 'evt_forged' })
    expect(await deliver(body)).toBe(400)
    expect(await deliver(body, '')).toBe(400)
    expect(await deliver(body, sign(body, { secret: 'whsec_other' }))).toBe(400)
    expect(await deliver(body, sign(body, { secret: '' }))).toBe(400)
    expect(await deliver(body, sign(body, { scheme: 'v0' }))).toBe(400)
    expect(await deliver(`${body} `, sign(body))).toBe(400)
    expect(await deliver(body, sign(body, { at: NOW_S - 400 }))).toBe(400)
    expect(await deliver(body, sign(body, { at: NOW_S + 400 }))).toBe(400)
  })
})
