import { type Caller, createMarket, intentOf, type Market, timesOf } from '@second-ring/testkit'
import { TRPCError } from '@trpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { oldBooking } from '#http/rest/testing/old-payloads.ts'
import { restClient } from '#http/rest/testing/rest-client.ts'
import { expireHolds } from './expire-holds.ts'

let market: Market
let admin: Caller
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000' })
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const booking = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }
const refund = { reason: 'It does not charge', relist: true }

/** Runs everything at once: domain errors are answers, other errors are not. @returns each one's code, or 'ok' */
async function atOnce(calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map(call => call()))
  return outcomes.map(outcome => {
    if (outcome.status === 'fulfilled') return 'ok'
    const { reason } = outcome
    if (!(reason instanceof TRPCError) || reason.code === 'INTERNAL_SERVER_ERROR') throw reason
    return reason.cause && 'code' in reason.cause ? String(reason.cause.code) : reason.code
  })
}

async function expire(): Promise<void> {
  const [failure] = await expireHolds(market.platform)
  if (failure) throw failure
}

async function times(rounds: number, round: (index: number) => Promise<void>): Promise<void> {
  admin = await market.asAdmin()
  for (let index = 0; index < timesOf(rounds); index += 1) await round(index)
}

async function placed() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking })
  return { orderId, buyerId, listingId, sellerId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}

async function started() {
  const order = await placed()
  const { clientSecret } = await order.buyer.payments.createIntent({ orderId: order.orderId })
  const pay = async () => {
    // An intent that was ended meanwhile is the card holder's to hear of.
    const transactionId = await market.card.pay(clientSecret).catch(() => null)
    if (transactionId) await order.buyer.payments.confirm({ orderId: order.orderId, transactionId })
  }
  return { ...order, intentId: intentOf(clientSecret), pay }
}

async function paid() {
  const order = await started()
  await order.pay()
  const { handoverCode } = await order.buyer.orders.byId({ orderId: order.orderId })
  return { ...order, code: handoverCode ?? '' }
}

const orderState = async (id: string) => (await market.database.order.findUniqueOrThrow({ where: { id } })).state
const listingState = async (id: string) => (await market.database.listing.findUniqueOrThrow({ where: { id } })).state

describe('booking', () => {
  it('gives 20 phones to 20 of 50 buyers who try one after the other until they have one', async () => {
    const phones = await Promise.all(Array.from({ length: 20 }, () => market.listing()))
    const buyers = await Promise.all(Array.from({ length: 50 }, () => market.asBuyer()))
    const outcomes = await Promise.all(
      buyers.map(async (buyer, index) => {
        for (let offset = 0; offset < phones.length; offset += 1) {
          const listingId = phones[(index * 7 + offset) % phones.length]?.id ?? ''
          const [outcome] = await atOnce([() => buyer.orders.place({ listingId, ...booking })])
          if (outcome === 'ok') return true
          expect(outcome).toBe('ALREADY_BOOKED')
        }
        return false
      }),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(20)
    const orders = await market.database.order.findMany({ where: { listingId: { in: phones.map(({ id }) => id) } } })
    expect(new Set(orders.map(order => order.listingId)).size).toBe(20)
    expect(new Set(orders.map(order => order.buyerId)).size).toBe(20)
  })

  it('and taking the phone off the market: one of the two happens', async () => {
    await times(30, async () => {
      const { id: listingId, sellerId } = await market.listing()
      const buyer = await market.asBuyer()
      const outcomes = await atOnce([
        () => buyer.orders.place({ listingId, ...booking }),
        () => market.as(sellerId).listings.remove({ listingId }),
      ])
      expect(['ok,LISTING_NOT_AVAILABLE', 'NOT_FOUND,ok']).toContain(outcomes.join())
      expect(await listingState(listingId)).toBe(outcomes[0] === 'ok' ? 'RESERVED' : 'REMOVED')
    })
  })
})

describe('a price that is edited while the phone is booked', () => {
  it('is never another than the one that the buyer sent, on either transport', async () => {
    const client = restClient(market)
    await times(40, async round => {
      const { id: listingId, sellerId } = await market.listing({ resalePriceCents: 19_999 })
      const buyer = await client.user()
      const body = { ...oldBooking({ product: 'x', email: buyer.email, price: 199.99 }), productId: listingId }
      const edit = { listingId, description: 'Now with its box.', resalePriceCents: 89_999 }
      const place = { listingId, ...booking, expectedPriceCents: 19_999 }
      await atOnce([
        () => market.as(sellerId).listings.edit(edit),
        () =>
          round % 2 ? market.as(buyer.id).orders.place(place) : client.send('POST', '/orders', { as: buyer.as, body }),
      ])
      const orders = await market.database.order.findMany({ where: { listingId }, select: { priceCents: true } })
      expect(orders.filter(({ priceCents }) => priceCents !== 19_999)).toEqual([])
    })
  })
})

describe('a payment', () => {
  it('that ends as its hold runs out has the phone or the money back, also when another wants the phone', async () => {
    const ends = new Set<string>()
    await times(12, async () => {
      const { orderId, listingId, pay } = await started()
      await market.timePasses({ hours: 48 })
      const other = await market.asBuyer()
      await atOnce([pay, () => expire(), () => other.orders.place({ listingId, ...booking }), () => expire()])
      await market.runJobs()
      ends.add(await orderState(orderId))
      expect(['PAID', 'EXPIRED']).toContain(await orderState(orderId))
    })
    expect(ends.size).toBeGreaterThan(0)
  })

  it.each(['buyer', 'seller'] as const)('during which its %s is removed is refunded', async who => {
    await times(8, async () => {
      const { orderId, buyerId, sellerId, pay } = await started()
      await atOnce([pay, () => admin.accounts.removeUser({ userId: who === 'buyer' ? buyerId : sellerId })])
      await market.runJobs()
      expect(['REFUNDED', 'CANCELLED']).toContain(await orderState(orderId))
    })
  })

  it('that is cancelled by its buyer in another tab pays its order or is refunded', async () => {
    await times(8, async () => {
      const { orderId, buyer, pay } = await started()
      await atOnce([pay, () => buyer.orders.cancel({ orderId }), () => buyer.payments.createIntent({ orderId })])
      await market.runJobs()
      expect(['PAID', 'CANCELLED']).toContain(await orderState(orderId))
    })
  })
})

describe('a refund', () => {
  it('and a handover: one of the two happens', async () => {
    await times(20, async () => {
      const { orderId, seller, code } = await paid()
      const outcomes = await atOnce([
        () => seller.payments.refund({ orderId, ...refund }),
        () => seller.orders.handOver({ orderId, code }),
      ])
      expect(['ok,ORDER_NOT_OPEN', 'ORDER_NOT_OPEN,ok']).toContain(outcomes.join())
    })
  })

  it('by seller, admin and the provider itself gives the money back once', async () => {
    await times(15, async () => {
      const { orderId, seller, intentId } = await paid()
      await atOnce([
        () => seller.payments.refund({ orderId, ...refund }),
        () => market.card.refund(intentId).catch(() => undefined),
        () => admin.payments.refund({ orderId, ...refund, relist: false }),
      ])
      await market.runJobs()
      expect(await orderState(orderId)).toBe('REFUNDED')
      expect((await market.card.intent(intentId)).latest_charge).toMatchObject({ amount_refunded: 20_000 })
    })
  })

  it('leaves nothing of a removed seller for sale', async () => {
    await times(20, async () => {
      const { orderId, listingId, sellerId } = await paid()
      const otherAdmin = await market.asAdmin()
      await atOnce([
        () => otherAdmin.payments.refund({ orderId, ...refund }),
        () => admin.accounts.removeUser({ userId: sellerId }),
      ])
      expect(await orderState(orderId)).toBe('REFUNDED')
      expect(await listingState(listingId)).toBe('REMOVED')
    })
  })
})

describe('a waiting list', () => {
  it('goes on, whoever joins, leaves, books or lets an offer expire as the hold ends', async () => {
    await times(20, async () => {
      const { orderId, listingId, buyer } = await placed()
      const users = await Promise.all(Array.from({ length: 6 }, () => market.user()))
      for (const { id } of users.slice(0, 3)) await market.as(id).orders.joinWaitingList({ listingId })
      const as = (index: number) => market.as(users[index]?.id ?? '')
      await atOnce([
        () => buyer.orders.cancel({ orderId }),
        () => as(0).orders.leaveWaitingList({ listingId }),
        () => as(3).orders.joinWaitingList({ listingId }),
        () => as(1).orders.place({ listingId, ...booking }),
        () => as(4).orders.joinWaitingList({ listingId }),
        () => as(1).orders.leaveWaitingList({ listingId }),
      ])
      expect((await market.checkLedger()).join('\n')).toBe('')
      await market.timePasses({ hours: 2 })
      await atOnce([
        () => expire(),
        ...[1, 2, 3, 4, 5].map(index => () => as(index).orders.place({ listingId, ...booking })),
        () => expire(),
        () => as(3).orders.leaveWaitingList({ listingId }),
      ])
      expect((await market.checkLedger()).join('\n')).toBe('')
    })
  })
})

describe('removals', () => {
  it('of everyone at once, by several admins, wait for each other and for nothing in a circle', async () => {
    await times(10, async () => {
      const admins = await Promise.all(Array.from({ length: 4 }, () => market.asAdmin()))
      const sellers = await Promise.all(Array.from({ length: 4 }, () => market.user({ role: 'SELLER' })))
      const buyers = await Promise.all(Array.from({ length: 4 }, () => market.user()))
      const { id: categoryId } = await market.category()
      const phones = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          market.listing({ categoryId, sellerId: sellers[index % 4]?.id ?? '' }),
        ),
      )
      const orders: { orderId: string; by: string }[] = []
      for (const [index, { id: listingId }] of phones.slice(0, 12).entries()) {
        const [holder, waiting] = [buyers[index % 3]?.id ?? '', buyers[(index % 3) + 1]?.id ?? '']
        orders.push({ ...(await market.as(holder).orders.place({ listingId, ...booking })), by: holder })
        await market.as(waiting).orders.joinWaitingList({ listingId })
      }
      await atOnce([
        ...[...sellers, ...buyers.slice(0, 3)].map(({ id: userId }, index) => {
          const by = admins[index % 4]
          return async () => by?.accounts.removeUser({ userId })
        }),
        ...orders.map(
          ({ orderId, by }) =>
            () =>
              market.as(by).orders.cancel({ orderId }),
        ),
        ...phones.slice(12).map(({ id: listingId }, index) => {
          const by = market.as(buyers[index]?.id ?? '')
          return () => by.orders.place({ listingId, ...booking })
        }),
        ...phones.slice(0, 6).map(({ id: listingId }) => {
          const by = market.as(buyers[3]?.id ?? '')
          return () => by.orders.joinWaitingList({ listingId })
        }),
        ...buyers.map(
          ({ id }) =>
            () =>
              market.as(id).notices.readAll(),
        ),
      ])
      expect((await market.checkLedger()).join('\n')).toBe('')
    })
  })
})
