import { DomainError } from '@second-ring/contracts/errors'
import type { PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { inTransaction, type PlainTransaction } from '@second-ring/database'
import { type Actor, authorize } from '../accounts/actor.ts'
import type { listingLife } from '../listings/listing-life.ts'
import { tell } from '../notices/tell.ts'
import { asPresent } from '../platform/as-present.ts'
import { recordAct } from '../platform/audit.ts'
import type { NextState } from '../platform/life.ts'
import type { Platform } from '../platform/platform.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'

const HOUR_MS = 3_600_000

/**
 * Books a phone: in one transaction the listing is reserved and the order made, with the listing's own name, picture
 * and price. Of many buyers at once exactly one gets it; the database's one live order a listing is the last line.
 * @throws DomainError ALREADY_BOOKED, OWN_LISTING, NOT_FOUND (not for sale any more), TOO_MANY_REQUESTS
 */
export async function placeOrder(
  platform: Platform,
  actor: Actor,
  { listingId, meetingPlace, phone }: PlaceOrderInput,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.place')
  await platform.rateLimits.countAccount('book', actor.id)
  const { database, clock, jobs, bookingHoldHours } = platform
  try {
    return await asPresent(
      inTransaction(database, async tx => {
        const placedAt = clock.now()
        const reservedUntil = new Date(placedAt.getTime() + bookingHoldHours * HOUR_MS)
        const booking = { listingId, buyerId: actor.id, meetingPlace, phone, placedAt, reservedUntil }
        let placed = await makeOrder(tx, booking, reserveFree)
        if (!placed && (await takeOffer(tx, booking))) placed = await makeOrder(tx, booking, keepReserved)
        if (!placed) throw await whyNotBookable(tx, actor, listingId)
        const { orderId, productName, sellerId } = placed
        const message = `${productName} is booked. You see where to meet the buyer under My products.`
        await Promise.all([
          recordAct(tx, { actorId: actor.id, action: 'order.place', subject: { type: 'order', id: orderId } }),
          tell(tx, { userId: sellerId, kind: 'booked', message, listingId }),
          jobs.enqueue(tx, 'orders.expire-holds', {}, reservedUntil),
        ])
        return { orderId }
      }),
    )
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyBooked() : error
  }
}

interface Booking {
  listingId: string
  buyerId: string
  meetingPlace: string
  phone: string
  placedAt: Date
  reservedUntil: Date
}

interface Placed {
  orderId: string
  productName: string
  sellerId: string
}

const RESERVED: NextState<typeof listingLife, 'AVAILABLE'> = 'RESERVED'

/** Moves the listing in the statement that makes its order: two waits for the database are one. */
const reserveFree = placing(`UPDATE listings SET state = '${RESERVED}', updated_at = now()
  WHERE id = $1::uuid AND state = 'AVAILABLE' AND seller_id <> $2::uuid
  RETURNING id, product_name, images, resale_price_cents, seller_id`)

const keepReserved = placing(`SELECT id, product_name, images, resale_price_cents, seller_id FROM listings
  WHERE id = $1::uuid`)

/** Makes the order of the listing that a statement answers. */
function placing(listing: string): string {
  return `WITH listing AS (${listing}), placed AS (
      INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone,
        placed_at, reserved_until, updated_at)
      SELECT id, $2::uuid, product_name, coalesce(images[1], ''), resale_price_cents, $3, $4,
        $5::timestamptz, $6::timestamptz, now()
      FROM listing RETURNING id
    )
    SELECT placed.id AS "orderId", product_name AS "productName", seller_id AS "sellerId" FROM placed, listing`
}

/** @returns null when there is no listing to make it of */
async function makeOrder(tx: PlainTransaction, booking: Booking, text: string): Promise<Placed | null> {
  const { listingId, buyerId, meetingPlace, phone, placedAt, reservedUntil } = booking
  const values = [listingId, buyerId, meetingPlace, phone, placedAt, reservedUntil]
  const [placed] = await tx.query<Placed>({ text, values })
  return placed ?? null
}

/** A phone that was offered to the buyer is reserved for them already. */
async function takeOffer(tx: PlainTransaction, { listingId, buyerId, placedAt }: Booking): Promise<boolean> {
  // The person before their place in line, as a removal takes them.
  const person = { text: 'SELECT FROM users WHERE id = $1::uuid FOR KEY SHARE', values: [buyerId] }
  const offer = {
    text: `UPDATE waiting_entries SET state = 'TAKEN'
      WHERE listing_id = $1::uuid AND user_id = $2::uuid AND state = 'OFFERED' AND offered_until > $3::timestamptz
      RETURNING id`,
    values: [listingId, buyerId, placedAt],
  }
  const [, taken] = await Promise.all([tx.query(person), tx.query(offer)])
  return taken.length === 1
}

async function whyNotBookable(tx: PlainTransaction, actor: Actor, listingId: string): Promise<DomainError> {
  const text = `SELECT seller_id AS "sellerId" FROM listings WHERE id = $1::uuid AND state <> 'REMOVED'`
  const [listing] = await tx.query<{ sellerId: string }>({ text, values: [listingId] })
  if (!listing) return new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.sellerId === actor.id) return new DomainError('OWN_LISTING', 'You cannot book your own product')
  return alreadyBooked()
}

function alreadyBooked(): DomainError {
  return new DomainError('ALREADY_BOOKED', 'This product is already booked')
}
