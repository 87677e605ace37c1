import { selectListings } from '@second-ring/api/listings/listing-rows'
import { selectOrders } from '@second-ring/api/orders/order-select'
import { sql } from 'kysely'

// What the product's own reads ask for, with their own columns, and the writes of a booking.
const shelf = selectListings.where('l.state', '=', sql.lit('AVAILABLE')).compile().sql
const newest = 'ORDER BY l."posted_at" DESC, l."id" DESC'

const BUYER = 'the buyer'
const orders = selectOrders
  .where('o.buyer_id', '=', BUYER)
  .orderBy('o.placed_at', 'desc')
  .orderBy('o.id', 'desc')
  .limit(21)
  .compile()

/** The values of `statements.orders`: the product's own constants, and the buyer. */
export const orderValues = (buyerId: string): unknown[] =>
  orders.parameters.map(value => (value === BUYER ? buyerId : value))

export const statements = {
  category: `${shelf} AND l."category_id" = $2 ${newest} LIMIT $1`,
  advertised: `${shelf} AND l."advertised_at" IS NOT NULL ORDER BY l."advertised_at" DESC, l."id" DESC LIMIT $1`,
  orders: orders.sql,
  userById: 'SELECT id, name FROM users WHERE id = $1',
  reserve: `UPDATE listings SET state = 'RESERVED', updated_at = now()
    WHERE id = $1 AND state = 'AVAILABLE' AND seller_id <> $2
    RETURNING product_name AS "productName", images[1] AS image, resale_price_cents AS "priceCents", seller_id AS "sellerId"`,
  insertOrder: `INSERT INTO orders
    (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, reserved_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '48 hours') RETURNING id`,
  insertAudit: `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id)
    VALUES ($1, 'order.place', 'order', $2)`,
  insertNotice: `INSERT INTO notices (user_id, kind, message, listing_id)
    SELECT id, 'booked', $2, $3 FROM users WHERE id = $1 AND deleted_at IS NULL`,
}
