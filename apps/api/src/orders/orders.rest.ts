import { IdParams } from '@second-ring/contracts/catalog/rest'
import { centsToDollars } from '@second-ring/contracts/money'
import { isPaid, type Order } from '@second-ring/contracts/orders/order'
import {
  RestBooking,
  RestHandedOver,
  RestHandover,
  RestOrder,
  RestOrders,
  RestOrdersPage,
} from '@second-ring/contracts/orders/rest'
import { Acknowledged } from '@second-ring/contracts/wire'
import { acknowledge } from '#http/rest/acknowledge.ts'
import { callerOf, callerWithEmail, type Endpoint, endpoint, listEndpoint } from '#http/rest/endpoint.ts'
import { takeDescribed } from '#http/rest/take-described.ts'
import { answerRepeats } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { findBookablePost } from './find-bookable-post.ts'
import { getOrder } from './get-order.ts'
import { handOver } from './hand-over.ts'
import { listMyOrders } from './list-my-orders.ts'
import { placeOrder } from './place-order.ts'

/** An order in the words of the wire. */
export function restOrderOf({ imageHost }: Platform): (order: Order) => ReturnType<typeof RestOrder.parse> {
  return order => ({
    _id: order.id,
    name: order.buyerName,
    product: order.productName,
    product_img: imageHost.addressOf(order.image),
    email: order.buyerEmail,
    // Whoever sees a price without `paid` offers to pay it, so an ended one has none.
    ...(isLive(order) && { price: centsToDollars(order.priceCents) }),
    location: order.meetingPlace,
    phone: order.phone,
    ...(isPaid(order.state) && { paid: true as const }),
    state: order.state.toLowerCase(),
    ...(!isLive(order) && { status: order.state === 'PLACED' ? 'expired' : order.state.toLowerCase() }),
    ...(order.handoverCode !== null && { handover_code: order.handoverCode }),
  })
}

/** An order in a list, which shows no code. */
function listedOrderOf(platform: Platform): (order: Order) => ReturnType<typeof RestOrder.parse> {
  return order => {
    const { handover_code: _, ...rest } = restOrderOf(platform)(order)
    return rest
  }
}

/** Whether an order can be paid, or is. */
function isLive({ payable, state }: Order): boolean {
  return payable || isPaid(state)
}

export const ordersRest: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/orders',
    summary: 'Books a phone',
    access: 'signed in',
    body: RestBooking,
    answer: Acknowledged,
    handle(call, { body }) {
      const caller = callerWithEmail(call, body.email)
      return acknowledge(
        answerRepeats(call.platform, caller, () => {
          const { product: productName, product_img: image, price: priceCents } = body
          const booking = { meetingPlace: body.location, phone: body.phone, expectedPriceCents: priceCents }
          const take = (listingId: string) => placeOrder(call.platform, caller, { listingId, ...booking })
          if (body.productId !== undefined) return take(body.productId)
          const find = () => findBookablePost(call.platform, caller, { productName, image, priceCents })
          return takeDescribed({ find, take, lostWith: 'ALREADY_BOOKED' })
        }).then(({ orderId }) => orderId),
      )
    },
  }),
  listEndpoint({
    path: '/orders',
    summary: 'The buyer’s orders that can be paid or are, newest first; all=true adds the ended ones',
    access: 'signed in',
    query: RestOrdersPage,
    answer: RestOrders,
    async readPage(call, { query }, page) {
      const caller = callerWithEmail(call, query.email)
      const { items, nextCursor } = await listMyOrders(call.platform, caller, { ...page, live: query.all !== 'true' })
      return { items: items.map(listedOrderOf(call.platform)), nextCursor }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/orders/:id',
    summary: 'One order; for its buyer, its seller and an admin',
    access: 'signed in',
    params: IdParams,
    answer: RestOrder,
    handle: async (call, { params }) =>
      restOrderOf(call.platform)(await getOrder(call.platform, callerOf(call), { orderId: params.id })),
  }),
  endpoint({
    method: 'POST',
    path: '/orders/:id/handover',
    summary: 'Hands a paid phone over, by the code that its buyer shows; for its seller',
    access: 'signed in',
    params: IdParams,
    body: RestHandover,
    answer: RestHandedOver,
    async handle(call, { params, body }) {
      await handOver(call.platform, callerOf(call), { orderId: params.id, code: body.code })
      return { acknowledged: true as const }
    },
  }),
]
