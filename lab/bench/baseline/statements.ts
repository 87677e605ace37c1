import { selectListings } from '@second-ring/api/listings/listing-rows'
import { sql } from 'kysely'

// What the product's own reads ask for, with their own columns, and the writes of a booking.
const shelf = selectListings.where('l.state', '=', sql.lit('AVAILABLE')).compile().sql
const newest = 'ORDER BY l."posted_at" DESC, l."id" DESC'

export const statements = {
  category: `${shelf} AND l."category_id" = $2 ${newest} LIMIT $1`,
  advertised: `${shelf} AND l."advertised_at" IS NOT NULL ORDER BY l."advertised_at" DESC, l."id" DESC LIMIT $1`,
  orders: `SELECT o.id, o.listing_id AS "listingId", o.product_name AS "productName", o.product_image AS image,
    o.price_cents AS "priceCents", o.meeting_place AS "meetingPlace", o.meeting_time AS "meetingTime", o.phone, o.state,
    o.ending, o.end_reason AS "endReason", o.state = 'PLACED' AND o.reserved_until > now() AS payable,
    o.reserved_until AS "reservedUntil", o.placed_at AS "placedAt", o.handover_code AS "handoverCode",
    EXISTS (SELECT FROM payments p JOIN disputes d ON d.payment_id = p.id
      WHERE p.order_id = o.id AND d.state IN ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW')) AS disputed,
    b.name AS "buyerName", b.email AS "buyerEmail", s.name AS "sellerName"
    FROM orders o JOIN users b ON b.id = o.buyer_id JOIN listings l ON l.id = o.listing_id
    JOIN users s ON s.id = l.seller_id
    WHERE o.buyer_id = $2 ORDER BY o.placed_at DESC, o.id DESC LIMIT $1`,
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
