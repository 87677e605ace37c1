import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ProviderBetween, startProviderBetween } from '../process/provider-between.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const PLACES = 200
const SHARE = PLACES / 4
const PAYS = 225

let market: Market
let attack: ReturnType<typeof attackOn>
let provider: ProviderBetween
beforeAll(async () => {
  market = await createMarket({
    accountLimits: 'all=1000',
    webhooks: false,
    maxInFlight: PLACES,
    // Nothing is given up before the test says so.
    cardPaymentsTimeoutMs: 300_000,
    providerLimits: { timeoutMs: 300_000, failuresInARow: 10 },
    async cardPaymentsVia(url) {
      provider = await startProviderBetween(url)
      return provider.url
    },
  })
  attack = attackOn(market)
})
afterAll(async () => {
  await market.close()
  await provider.stop()
})

const readiness = async () => (await fetch(`${market.url}/readyz`)).json()
const note = { status: 'ready', notes: { cardPayments: 'It does not answer.' } }

describe('a provider that takes calls and never answers', () => {
  it('A124 225 Pays that hang: a quarter of the places wait, the rest of the shop is served', async () => {
    const { send, rpc } = attack
    const { as, id: buyerId } = await usersOf(market).person()
    const orders: string[] = []
    for (let count = 0; count < PAYS; count += 1) orders.push((await market.order({ buyerId })).id)
    provider.fault = 'slow'
    const answered: string[] = []
    const pays = orders.map(async (id, index) => {
      const answer = await (index % 2 === 0
        ? send('POST', '/create-payment-intent', { as, body: { price: 200, bookingId: id } })
        : rpc('payments.createIntent', { orderId: id }, { as }))
      expect(answer.status, answer.text).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      answered.push(answer.code ?? '')
    })
    await vi.waitFor(() => expect(answered).toHaveLength(PAYS - SHARE), PATIENCE)
    // Whoever is rejected by the provider's policy is; a few may have met the door, with all of them coming at once.
    expect(answered.filter(code => !['PROVIDER_UNAVAILABLE', 'UNAVAILABLE'].includes(code))).toEqual([])
    expect(new Set(provider.asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(SHARE)
    expect(await readiness()).toEqual(note)

    const { id: categoryId } = await market.category()
    const listings = await Promise.all(Array.from({ length: 20 }, () => market.listing({ categoryId })))
    const served = await Promise.all([
      ...listings.map(({ id: listingId }) =>
        rpc(
          'orders.place',
          { listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 },
          { as },
        ),
      ),
      ...listings.map(() => send('GET', `/categories/${categoryId}`)),
      ...listings.map(({ id: listingId }) => rpc('listings.get', { listingId })),
    ])
    expect(served.map(({ status }) => status)).toEqual(served.map(() => 200))

    provider.fault = 'down'
    provider.cut()
    await Promise.all(pays)
    expect(answered).toHaveLength(PAYS)
    // After so many failures it is left alone: the next is rejected without asking.
    const before = provider.asked.length
    const next = await rpc('payments.createIntent', { orderId: orders[0] }, { as })
    expect([next.status, next.code, provider.asked.length]).toEqual([503, 'PROVIDER_UNAVAILABLE', before])
    expect(await readiness()).toEqual(note)

    provider.fault = null
    await vi.waitFor(async () => {
      expect((await rpc('payments.createIntent', { orderId: orders[0] }, { as })).status).toBe(200)
    }, PATIENCE)
    expect(await readiness()).toEqual({ status: 'ready' })
  }, 120_000)
})
