import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'
import { usersOf } from '../wire/users.ts'
import { providerOf } from './provider.ts'

const MINUTE_MS = 60_000

interface Stage {
  market: Market
  attack: ReturnType<typeof attackOn>
  provider: ReturnType<typeof providerOf>
}

async function open(webhooks: boolean): Promise<Stage & { later(ms: number): void }> {
  let ahead = 0
  const market = await createMarket({ webhooks, clock: { now: () => new Date(Date.now() + ahead) } })
  const later = (ms: number) => {
    ahead += ms
  }
  return { market, attack: attackOn(market), provider: providerOf(market), later }
}

async function begunOrder({ market }: Stage) {
  const order = await market.order()
  const { clientSecret } = await market.as(order.buyerId).payments.createIntent({ orderId: order.id })
  return { ...order, clientSecret, transactionId: intentOf(clientSecret) }
}

async function stateOf({ market }: Stage, orderId: string): Promise<{ order: string; listing: string }> {
  const { state, listing } = await market.database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, listing: { select: { state: true } } },
  })
  return { order: state, listing: listing.state }
}

const sold = { order: 'PAID', listing: 'SOLD' }

describe('a browser that closes after the charge', () => {
  it('A54 has paid: the provider tells', async () => {
    const stage = await open(true)
    const order = await begunOrder(stage)
    await stage.market.card.pay(order.clientSecret)
    await vi.waitFor(async () => expect(await stateOf(stage, order.id)).toEqual(sold), {
      timeout: 10_000,
      interval: 20,
    })
    await stage.market.close()
  })

  it('A54 has paid: the product asks, when the provider’s word is lost too', async () => {
    const stage = await open(false)
    const order = await begunOrder(stage)
    await stage.market.card.pay(order.clientSecret)
    stage.later(MINUTE_MS)
    await stage.market.runJobs()
    expect(await stateOf(stage, order.id)).toEqual(sold)
    await stage.market.close()
  })

  it('A54 has paid: in the middle of its own report', async () => {
    const stage = await open(false)
    const order = await begunOrder(stage)
    await stage.market.card.pay(order.clientSecret)
    const accessToken = stage.market.tokenOf(order.buyerId)
    const body = JSON.stringify({ orderId: order.id, transactionId: order.transactionId })
    const request = head(
      'POST /trpc/payments.confirm',
      `Authorization: Bearer ${accessToken}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )
    // Half of the report, then all of it; both times it is gone before there is an answer.
    await rawRequest(stage.market.url, `${request}${body.slice(0, 20)}`, { leaves: true })
    expect(await stateOf(stage, order.id)).toEqual({ order: 'PLACED', listing: 'RESERVED' })
    await rawRequest(stage.market.url, `${request}${body}`, { leaves: true })
    await vi.waitFor(async () => expect(await stateOf(stage, order.id)).toEqual(sold), {
      timeout: 10_000,
      interval: 20,
    })
    const entries = { subjectId: order.id, action: 'order.pay' }
    expect(await stage.market.database.auditEntry.count({ where: entries })).toBe(1)
    await stage.market.close()
  })
})

describe('in the middle of a payment', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await open(false)
  })
  afterAll(() => stage.market.close())

  it('A55 the listing is not deleted', async () => {
    const { attack, market } = stage
    const { id, listingId, clientSecret, transactionId, buyerId } = await begunOrder(stage)
    const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    const as = `Bearer ${market.tokenOf(sellerId)}`
    const { body } = await attack.refused(() => attack.send('DELETE', `/deleteProduct/${listingId}`, { as }), 409)
    expect(body).toMatchObject({ deletedCount: 0 })
    await attack.refused(() => attack.rpc('listings.remove', { listingId }, { as }), 409)
    const edit = { listingId, description: 'Another one', resalePriceCents: 100 }
    await attack.refused(() => attack.rpc('listings.edit', edit, { as }), 409)
    await market.card.pay(clientSecret)
    await market.as(buyerId).payments.confirm({ orderId: id, transactionId })
    await attack.refused(() => attack.rpc('listings.remove', { listingId }, { as }), 409)
    expect(await stateOf(stage, id)).toEqual(sold)
  })

  it('A55 the seller is deleted before the charge: the card is not charged', async () => {
    const { attack, market } = stage
    const order = await begunOrder(stage)
    await deleteSeller(order.listingId)
    const buyer = `Bearer ${market.tokenOf(order.buyerId)}`
    await attack.refused(() => attack.rpc('payments.createIntent', { orderId: order.id }, { as: buyer }), 409)
    await market.runJobs()
    await expect(market.card.pay(order.clientSecret)).rejects.toThrow(/canceled/)
    expect(await stateOf(stage, order.id)).toEqual({ order: 'CANCELLED', listing: 'REMOVED' })
  })

  it.each(['by REST', 'by tRPC'])(
    'A55 the seller is deleted %s while the card is charged: it is paid back',
    async face => {
      const { attack, market, provider } = stage
      const order = await begunOrder(stage)
      await deleteSeller(order.listingId)
      await market.card.pay(order.clientSecret)
      const { id: orderId, transactionId } = order
      const { email } = await market.database.user.findUniqueOrThrow({ where: { id: order.buyerId } })
      const as = `Bearer ${market.tokenOf(order.buyerId)}`
      const { status, code } =
        face === 'by tRPC'
          ? await attack.rpc('payments.confirm', { orderId, transactionId }, { as })
          : await attack.send('POST', '/payments', {
              as,
              body: { price: 200, transactionId, email, bookingId: orderId },
            })
      expect({ status, code }).toEqual({ status: 409, code: 'PAYMENT_REFUNDED' })
      await market.runJobs()
      expect(await provider.chargesOf(transactionId)).toMatchObject([{ amount: 20_000, amount_refunded: 20_000 }])
      expect(await stateOf(stage, orderId)).toEqual({ order: 'CANCELLED', listing: 'REMOVED' })
    },
  )

  async function deleteSeller(listingId: string): Promise<void> {
    const { attack, market } = stage
    const admin = await usersOf(market).person('ADMIN')
    const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    expect((await attack.send('DELETE', `/users/${sellerId}`, { as: admin.as })).status).toBe(200)
  }
})
