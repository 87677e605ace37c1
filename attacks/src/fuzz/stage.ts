import { restClient } from '@second-ring/api/rest/testing/rest-client'
import { makeScene } from '@second-ring/api/rest/testing/scene'
import { intentOf, type Market, PICTURE } from '@second-ring/testkit'
import fc from 'fast-check'
import type { Hints } from './arbitrary-of.ts'
import type { Caller } from './wire.ts'

/** People, phones and orders that hostile calls can be about, fresh. */
export interface Stage {
  /** Values that lead somewhere when a caller sends them. */
  hintsOf(caller: Caller): Hints
  /** The `authorization` header of each caller. */
  bearers: Record<Caller, string | undefined>
}

/** Sets up one market's stage. Nothing on it is out of order: whatever answers 5xx does so by itself. */
export async function openStage(market: Market): Promise<Stage> {
  const client = restClient(market)
  const { people, categoryId, available, booked, order } = await makeScene(market, client)
  const { buyer, seller, admin } = people
  const phones = (count: number, overrides: { advertisedAt?: Date } = {}) =>
    times(count, () => market.listing({ sellerId: seller.id, categoryId, ...overrides }))
  const posted = [...(await phones(8)), ...(await phones(8, { advertisedAt: new Date() }))]
  const unpaid = await times(4, () =>
    chargedOrder(market, { sellerId: seller.id, buyerId: buyer.id, isCharged: false }),
  )
  const charged = await chargedOrder(market, { sellerId: seller.id, buyerId: buyer.id })
  const paid = await times(3, () => paidOrder(market, { sellerId: seller.id, buyerId: buyer.id }))
  const newcomers = [await client.newcomer(), await client.newcomer(), await client.newcomer()]
  const removable = await times(12, n => client.person(n % 2 === 0 ? 'SELLER' : 'BUYER'))
  const { nextCursor } = await market.anonymous().listings.byCategory({ categoryId, limit: 1 })

  const listings = [available, booked, ...posted].map(({ id }) => id)
  const orders = [order.id, charged.orderId, ...[...unpaid, ...paid].map(({ orderId }) => orderId)]
  // The actors themselves are left out of what may be removed: nothing would be reached any more.
  const users = removable.map(({ id }) => id)
  const emails = { buyer, seller, admin, newcomer: newcomers[0], visitor: undefined, forger: undefined }
  const hints: Hints = {
    id: idOf(...listings, ...orders, ...users, categoryId),
    'categories/:id': idOf(categoryId),
    'orders/:id': idOf(...orders),
    'users/:id': idOf(...users),
    'deleteProduct/:id': idOf(...listings),
    _id: idOf(...listings),
    categoryId: idOf(categoryId),
    listingId: idOf(...listings),
    productId: idOf(...listings),
    orderId: mostly(charged.orderId, idOf(...orders)),
    bookingId: mostly(charged.orderId, idOf(...orders)),
    userId: idOf(...users),
    idToken: oneOf(...newcomers.map(({ as }) => as.slice('Bearer '.length))),
    transactionId: mostly(
      charged.transactionId,
      oneOf(order.transactionId, ...paid.map(each => each.transactionId), 'pi_x'),
    ),
    eventType: oneOf(
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'charge.refunded',
      'customer.created',
    ),
    intentStatus: oneOf('succeeded', 'canceled', 'requires_action'),
    code: oneOf(...paid.map(({ handoverCode }) => handoverCode ?? '000000'), '000000', '12 34 56'),
    phone: oneOf('+1 555 010 0199', '555 0100', 5550100),
    images: oneOf(PICTURE),
    image: oneOf(PICTURE),
    product_img: oneOf(PICTURE),
    product: oneOf('Aurora 12', available.name),
    product_name: oneOf('Aurora 12', available.name),
    price: oneOf(200, '200', ' 200.00 '),
    resale_price: oneOf(200, '200.00'),
    orginal_price: oneOf(0.5, '199.99', 999999.99),
    year_used: oneOf(1, '2'),
    condition: oneOf('good', 'Excellent', ' fair '),
    name: oneOf('Ana', 'Zoë Ångström', '山田 太郎'),
    limit: oneOf(1, 2, 20),
    cursor: oneOf(nextCursor ?? 'x', 'x'),
    action: oneOf('order.', 'account.register', ''),
  }
  const known = oneOf(buyer.email, seller.email, admin.email, ...newcomers.map(({ email }) => email))
  return {
    // Most calls want the caller's own email.
    hintsOf: caller => ({ ...hints, email: mostly(emails[caller]?.email ?? buyer.email, known) }),
    bearers: {
      visitor: undefined,
      buyer: buyer.as,
      seller: seller.as,
      admin: admin.as,
      newcomer: newcomers[0]?.as,
      forger: `Bearer ${buyer.as.slice(0, -3)}`,
    },
  }
}

function oneOf(...values: (string | number)[]): fc.Arbitrary<string | number> {
  return fc.constantFrom(...values)
}

function mostly(value: string, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })
}

function idOf(...ids: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: oneOf(...ids) }, { weight: 1, arbitrary: fc.uuid() })
}

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)))
}

interface Parties {
  sellerId: string
  buyerId: string
}

async function chargedOrder(
  market: Market,
  { sellerId, buyerId, isCharged = true }: Parties & { isCharged?: boolean },
) {
  const { id: listingId } = await market.listing({ sellerId })
  const buyer = market.as(buyerId)
  const { orderId } = await buyer.orders.place({ listingId, phone: '555 0100', meetingPlace: 'Library' })
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  if (isCharged) await market.card.pay(clientSecret)
  return { orderId, transactionId: intentOf(clientSecret) }
}

async function paidOrder(market: Market, parties: Parties) {
  const { orderId, transactionId } = await chargedOrder(market, parties)
  const buyer = market.as(parties.buyerId)
  await buyer.payments.confirm({ orderId, transactionId })
  const { handoverCode } = await buyer.orders.byId({ orderId })
  return { orderId, transactionId, handoverCode }
}
