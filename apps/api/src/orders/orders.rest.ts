import { IdParams } from '@second-ring/contracts/catalog/rest'
import { centsToDollars } from '@second-ring/contracts/money'
import { isHandedOver, isPaid, type Order, type OrderState } from '@second-ring/contracts/orders/order'
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
import { callerOf, callerWithEmail } from '#http/rest/caller.ts'
import type { RestPlugin } from '#http/rest/rest-routes.ts'
import { takeDescribed } from '#http/rest/take-described.ts'
import { sendList } from '#http/rest/whole-list.ts'
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
    state: restStateOf(order.state),
    ...(!isLive(order) && { status: order.state === 'PLACED' ? 'expired' : restStateOf(order.state) }),
    ...(order.handoverCode !== null && { handover_code: order.handoverCode }),
  })
}

/** To clients of the wire a phone that was handed over is a completed order. */
function restStateOf(state: OrderState): string {
  return isHandedOver(state) ? 'completed' : state.toLowerCase()
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

export const ordersRest: RestPlugin = async (app, { platform }) => {
  app.post(
    '/orders',
    {
      schema: { summary: 'Books a phone', body: RestBooking, response: { 200: Acknowledged } },
      config: { access: 'signed in' },
    },
    async request => {
      const { body } = request
      const caller = callerWithEmail(request, body.email)
      return acknowledge(
        answerRepeats(platform, caller, () => {
          const { product: productName, product_img: image, price: priceCents } = body
          const booking = { meetingPlace: body.location, phone: body.phone, expectedPriceCents: priceCents }
          const take = (listingId: string) => placeOrder(platform, caller, { listingId, ...booking })
          if (body.productId !== undefined) return take(body.productId)
          const find = () => findBookablePost(platform, caller, { productName, image, priceCents })
          return takeDescribed({ find, take, lostWith: 'ALREADY_BOOKED' })
        }).then(({ orderId }) => orderId),
      )
    },
  )

  app.get(
    '/orders',
    {
      schema: {
        summary: 'The buyer’s orders that can be paid or are, newest first; all=true adds the ended ones',
        querystring: RestOrdersPage,
        response: { 200: RestOrders },
      },
      config: { access: 'signed in' },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerWithEmail(request, query.email)
      return sendList(reply, query, async page => {
        const { items, nextCursor } = await listMyOrders(platform, caller, { ...page, live: query.all !== 'true' })
        return { items: items.map(listedOrderOf(platform)), nextCursor }
      })
    },
  )

  app.post(
    '/orders/:id/handover',
    {
      schema: {
        summary: 'Hands a paid phone over, by the code that its buyer shows; for its seller',
        params: IdParams,
        body: RestHandover,
        response: { 200: RestHandedOver },
      },
      config: { access: 'signed in' },
    },
    async request => {
      await handOver(platform, callerOf(request), { orderId: request.params.id, code: request.body.code })
      return { acknowledged: true as const }
    },
  )
}

/** The route that `REST_TRUST_EMAIL` replaces. */
export const provenOrderRest: RestPlugin = async (app, { platform }) => {
  app.get(
    '/orders/:id',
    {
      schema: {
        summary: 'One order; for its buyer, its seller and an admin',
        params: IdParams,
        response: { 200: RestOrder },
      },
      config: { access: 'signed in' },
    },
    async request => restOrderOf(platform)(await getOrder(platform, callerOf(request), { orderId: request.params.id })),
  )
}
