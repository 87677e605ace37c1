import { IdParams } from '@second-ring/contracts/catalog/rest'
import { centsToDollars } from '@second-ring/contracts/money'
import { isPaid, type Order } from '@second-ring/contracts/orders/order'
import { RestBooking, RestOrder, RestOrders, RestOrdersPage } from '@second-ring/contracts/orders/rest'
import { Acknowledged } from '@second-ring/contracts/wire'
import type { Platform } from '../platform/platform.ts'
import { acknowledge } from '../rest/acknowledge.ts'
import { callerOf, callerWithEmail, type Endpoint, endpoint } from '../rest/endpoint.ts'
import { linkNext } from '../rest/next-page.ts'
import { findBookablePost } from './find-bookable-post.ts'
import { getOrder } from './get-order.ts'
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
    price: centsToDollars(order.priceCents),
    location: order.meetingPlace,
    phone: order.phone,
    ...(isPaid(order.state) && { paid: true as const }),
    state: order.state.toLowerCase(),
  })
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
      const actor = callerWithEmail(call, body.email)
      return acknowledge(
        (async () => {
          const listingId = await findBookablePost(call.platform, {
            listingId: body.productId,
            productName: body.product,
            image: body.product_img,
            priceCents: body.price,
          })
          const booking = { listingId, meetingPlace: body.location, phone: body.phone }
          return (await placeOrder(call.platform, actor, booking)).orderId
        })(),
      )
    },
  }),
  endpoint({
    method: 'GET',
    path: '/orders',
    summary: 'The buyer’s orders, newest first',
    access: 'signed in',
    query: RestOrdersPage,
    answer: RestOrders,
    async handle(call, { query }) {
      const actor = callerWithEmail(call, query.email)
      const { items, nextCursor } = await listMyOrders(call.platform, actor, query)
      linkNext(call.reply, nextCursor)
      return items.map(restOrderOf(call.platform))
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
]
