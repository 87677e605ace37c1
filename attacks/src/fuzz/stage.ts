import { restClient } from '@second-ring/api/rest/testing/rest-client'
import { makeScene } from '@second-ring/api/rest/testing/scene'
import { intentOf, type Market, PICTURE } from '@second-ring/testkit'
import fc from 'fast-check'
import type { Hints } from './arbitrary-of.ts'
import type { Caller } from './requests.ts'

/** People, phones and orders that hostile calls can be about, fresh. */
export interface Stage {
  hints: Hints
  /** The `authorization` header of each caller. */
  bearers: Record<Caller, string | undefined>
}

export async function openStage(market: Market): Promise<Stage> {
  const client = restClient(market)
  const { people, categoryId, available, booked, order } = await makeScene(market, client)
  const { buyer, seller, admin } = people
  const own = await Promise.all(Array.from({ length: 6 }, () => market.listing({ sellerId: seller.id, categoryId })))
  const charged = await chargedOrder(market, { sellerId: seller.id, buyerId: buyer.id })
  const paid = await chargedOrder(market, { sellerId: seller.id, buyerId: buyer.id })
  await market.as(buyer.id).payments.confirm({ orderId: paid.orderId, transactionId: paid.transactionId })
  const { handoverCode } = await market.as(buyer.id).orders.byId({ orderId: paid.orderId })
  const newcomers = [await client.newcomer(), await client.newcomer(), await client.newcomer()]
  const strangers = await Promise.all([client.person(), client.person('SELLER')])
  const { nextCursor } = await market.anonymous().listings.byCategory({ categoryId, limit: 1 })

  const listings = [available.id, booked.id, paid.listingId, ...own.map(({ id }) => id)]
  const orders = [order.id, charged.orderId, paid.orderId]
  const users = [...strangers, buyer, seller].map(({ id }) => id)
  const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
  const idOf = (...ids: string[]) => fc.oneof({ weight: 9, arbitrary: oneOf(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  const emails = oneOf(buyer.email, seller.email, admin.email, ...newcomers.map(({ email }) => email))
  const prices = oneOf(200, '200', '200.00', 0.5, '199.99')
  return {
    bearers: {
      nobody: undefined,
      buyer: buyer.as,
      seller: seller.as,
      admin: admin.as,
      newcomer: newcomers[0]?.as,
      forger: `Bearer ${buyer.as.slice(0, -3)}`,
    },
    hints: {
      id: idOf(...listings, ...orders, ...users, categoryId),
      _id: idOf(...listings),
      categoryId: idOf(categoryId),
      listingId: idOf(...listings),
      productId: idOf(...listings),
      orderId: idOf(...orders),
      bookingId: idOf(...orders),
      // The actors themselves are left out of what may be removed: nothing would be reached any more.
      userId: idOf(...strangers.map(({ id }) => id)),
      email: emails,
      idToken: oneOf(...newcomers.map(({ as }) => as.slice('Bearer '.length))),
      transactionId: oneOf(order.transactionId, charged.transactionId, paid.transactionId, 'pi_x'),
      code: oneOf(handoverCode ?? '000000', '000000', '12 34 56'),
      phone: oneOf('+1 555 010 0199', '555 0100', 5550100),
      images: oneOf(PICTURE),
      image: oneOf(PICTURE),
      product_img: oneOf(PICTURE),
      product: oneOf('Aurora 12', available.name),
      product_name: oneOf('Aurora 12', available.name),
      price: prices,
      resale_price: prices,
      orginal_price: prices,
      year_used: oneOf(1, '2'),
      condition: oneOf('good', 'Excellent', ' fair '),
      name: oneOf('Ana', 'Zoë Ångström', '山田 太郎'),
      limit: oneOf(1, 2, 20),
      cursor: oneOf(nextCursor ?? 'x', 'x'),
      action: oneOf('order.', 'account.register', ''),
      verified: oneOf('verified'),
    },
  }
}

async function chargedOrder(market: Market, { sellerId, buyerId }: { sellerId: string; buyerId: string }) {
  const { id: listingId } = await market.listing({ sellerId })
  const buyer = market.as(buyerId)
  const { orderId } = await buyer.orders.place({ listingId, phone: '555 0100', meetingPlace: 'Library' })
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  await market.card.pay(clientSecret)
  return { listingId, orderId, transactionId: intentOf(clientSecret) }
}
