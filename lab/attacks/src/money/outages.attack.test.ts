import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, type ProviderBetween, startProviderBetween } from '../process/provider-between.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'
import { providerOf } from './provider.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let provider: ProviderBetween
let buyer: Person
beforeAll(async () => {
  market = await createMarket({
    webhooks: false,
    cardPaymentsTimeoutMs: 100,
    async cardPaymentsVia(url) {
      provider = await startProviderBetween(url)
      return provider.url
    },
  })
  attack = attackOn(market)
  buyer = await usersOf(market).person()
})
afterEach(() => {
  provider.fault = null
})
afterAll(async () => {
  await market.close()
  await provider.stop()
})

const faults: Fault[] = ['down', 'slow', 'late cut', 500, 503, 429]

describe('a provider that fails', () => {
  it.each(faults)(
    'A56 with %s: the start of a payment is answered 503 with Retry-After, and goes on later',
    async fault => {
      const { send, rpc } = attack
      const { as } = buyer
      const { id } = await market.order({ buyerId: buyer.id })
      provider.fault = fault
      const before = provider.asked.length
      const body = { price: 200, bookingId: id }
      const answers = await Promise.all([
        send('POST', '/create-payment-intent', { as, body }),
        rpc('payments.createIntent', { orderId: id }, { as }),
      ])
      for (const answer of answers) {
        expect([502, 503], answer.text).toContain(answer.status)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.text).not.toMatch(/sk_live|own words/)
        expect(answer.code).toBe('PROVIDER_UNAVAILABLE')
      }
      provider.fault = null
      const { data } = await rpc('payments.createIntent', { orderId: id }, { as })
      const asked = provider.asked.slice(before).filter(({ path }) => path === '/v1/payment_intents')
      expect(asked.length).toBeGreaterThan(2)
      expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`order:${id}:attempt:1`]))
      const intents = await providerOf(market).intentsOf(id)
      expect(intents.map(intent => intent.id)).toEqual([intentOf((data as { clientSecret: string }).clientSecret)])
      expect(await market.database.payment.count({ where: { orderId: id } })).toBe(1)
    },
  )

  it.each(faults)(
    'A56 with %s: the report of a payment is answered 503 with Retry-After, and goes on later',
    async fault => {
      const { send, rpc } = attack
      const { as, email } = buyer
      const { id } = await market.order({ buyerId: buyer.id })
      const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId: id })
      const transactionId = await market.card.pay(clientSecret)
      provider.fault = fault
      const body = { price: 200, transactionId, email, bookingId: id }
      const answers = await Promise.all([
        attack.refused(() => send('POST', '/payments', { as, body }), 502, 503),
        attack.refused(() => rpc('payments.confirm', { orderId: id, transactionId }, { as }), 502, 503),
      ])
      for (const answer of answers) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.text).not.toMatch(/sk_live|own words/)
      }
      provider.fault = null
      expect((await send('POST', '/payments', { as, body })).status).toBe(200)
      const order = await market.database.order.findUniqueOrThrow({ where: { id } })
      expect(order.state).toBe('PAID')
    },
  )

  it('A56 for one call of a batch: the others are answered', async () => {
    const { id } = await market.order({ buyerId: buyer.id })
    provider.fault = 500
    const { body, status, headers } = await attack.send('POST', '/trpc/payments.createIntent,notices.readAll?batch=1', {
      as: buyer.as,
      body: { 0: { orderId: id } },
    })
    expect(status).toBe(207)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject([{ error: { data: { httpStatus: 503 } } }, { result: { data: { unread: 0 } } }])
  })
})
