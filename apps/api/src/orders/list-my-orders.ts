import type { ListMyOrdersInput } from '@second-ring/contracts/orders/read-orders'
import { poolOf } from '@second-ring/database'
import { type Actor, authorize } from '../accounts/actor.ts'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { type FlatOrder, flatToOrder } from './order-select.ts'

// In plain SQL, by name: an order, whether it is disputed and its buyer in one statement instead of three.
const select = `SELECT o."id", o."listing_id" AS "listingId", o."product_name" AS "productName",
  o."product_image" AS "productImage", o."price_cents" AS "priceCents", o."meeting_place" AS "meetingPlace", o."phone",
  o."state", o."reserved_until" AS "reservedUntil", o."placed_at" AS "placedAt", o."handover_code" AS "handoverCode",
  EXISTS (SELECT FROM "payments" p WHERE p."order_id" = o."id" AND p."disputed_at" IS NOT NULL) AS "disputed",
  u."name" AS "buyerName", u."email" AS "buyerEmail"
  FROM "orders" o JOIN "users" u ON u."id" = o."buyer_id" WHERE o."buyer_id" = $2`
const newest = 'ORDER BY o."placed_at" DESC, o."id" DESC LIMIT $1'

const statements = {
  first: { name: 'own-orders', text: `${select} ${newest}` },
  after: { name: 'own-orders-after', text: `${select} AND (o."placed_at", o."id") < ($3, $4) ${newest}` },
}

/** The actor's own orders, newest first; one page. */
export async function listMyOrders({ database, imageHost }: Platform, actor: Actor, input: ListMyOrdersInput) {
  authorize(actor, 'order.read-own')
  const list = ['orders', actor.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const values = [input.limit + 1, actor.id, ...(after ? [after.at, after.id] : [])]
  const statement = after ? statements.after : statements.first
  const { rows } = await poolOf(database).query<FlatOrder>({ ...statement, values })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: row => flatToOrder(row, { imageHost, forBuyer: true }),
  })
}
