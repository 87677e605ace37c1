import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Garbage, type ProviderBetween, startProviderBetween } from '../process/provider-between.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let provider: ProviderBetween
let buyer: Person
beforeAll(async () => {
  market = await createMarket({
    webhooks: false,
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

const html = { 'content-type': 'text/html' }
const PAGE = '<!doctype html><title>Sign in to the hotel’s network</title>'
const without = (key: string) => (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== key))

const ofAnyCall: [string, Garbage][] = [
  ['{}', { body: '{}' }],
  ['null', { body: 'null' }],
  ['a list', { body: '[]' }],
  ['nothing', { body: '' }],
  ['a page', { body: PAGE, headers: html }],
  ['a redirect to a page', { status: 302, headers: { ...html, location: 'https://hotel.example/' }, body: PAGE }],
  ['a redirect with JSON', { status: 307, headers: { location: '/v1/payment_intents' }, body: '{}' }],
  ['metadata: null', { body: answer => ({ ...answer, metadata: null }) }],
  ['an amount as a text', { body: answer => ({ ...answer, amount: '20000' }) }],
  ['an error without a body', { status: 404, body: '{}' }],
]

const ofAReport: [string, Garbage][] = [
  ...ofAnyCall,
  ['no latest_charge', { body: without('latest_charge') }],
  ['a charge that is not shown', { body: answer => ({ ...answer, latest_charge: 'ch_1' }) }],
  ['a success without a charge', { body: answer => ({ ...answer, latest_charge: null }) }],
  ['another intent', { body: answer => ({ ...answer, id: 'pi_another' }) }],
]

describe('a provider, or what stands before it, that answers garbage', () => {
  it.each(ofAnyCall)('A123 %s at the start of a payment: 503 without an effect', async (_what, garbage) => {
    const { id } = await market.order({ buyerId: buyer.id })
    provider.fault = garbage
    const { as } = buyer
    const answers = [
      await attack.refused(
        () => attack.send('POST', '/create-payment-intent', { as, body: { price: 200, bookingId: id } }),
        503,
      ),
      await attack.refused(() => attack.rpc('payments.createIntent', { orderId: id }, { as }), 503),
    ]
    for (const { code } of answers) expect(code).toBe('PROVIDER_UNAVAILABLE')
  })

  it.each(ofAReport)('A123 %s at the report of a payment: 503 without an effect', async (_what, garbage) => {
    const { as, email, id: buyerId } = buyer
    const { id } = await market.order({ buyerId })
    const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId: id })
    const transactionId = await market.card.pay(clientSecret)
    provider.fault = garbage
    const body = { price: 200, transactionId, email, bookingId: id }
    await attack.refused(() => attack.send('POST', '/payments', { as, body }), 503)
    await attack.refused(() => attack.rpc('payments.confirm', { orderId: id, transactionId }, { as }), 503)
    provider.fault = null
    expect((await attack.send('POST', '/payments', { as, body })).status).toBe(200)
  })
})
