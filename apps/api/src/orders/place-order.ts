import { DomainError } from '@second-ring/contracts/errors'
import { formatCents } from '@second-ring/contracts/money'
import type { PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { inTransaction, type ListingState, type PlainTransaction } from '@second-ring/database'
import { type Actor, authorize } from '#identity/actor.ts'
import type { listingLife } from '#listings/listing-life.ts'
import { tell } from '#notifications/tell.ts'
import { asPresent } from '#platform/as-present.ts'
import { recordAct } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { NextState } from '#platform/life.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'

/**
 * Books a phone at the price that the buyer was shown: in one transaction the listing is reserved and the order made,
 * with the listing's own name and picture. Of many buyers at once exactly one gets it; the database's one live order a
 * listing is the last line.
 * @throws DomainError ALREADY_BOOKED, OWN_LISTING, NOT_FOUND (not for sale any more), PRICE_MISMATCH, TOO_MANY_REQUESTS
 */
export async function placeOrder(
  { rateLimits, database, bookingHoldHours }: Platform,
  actor: Actor,
  input: PlaceOrderInput,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.place')
  await rateLimits.countAccount('book', actor.id)
  try {
    return await asPresent(
      inTransaction(database, tx =>
        withIdempotency(tx, actor, () => book(tx, actor, { ...input, buyerId: actor.id, bookingHoldHours })),
      ),
    )
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyBooked() : error
  }
}

interface Booking extends PlaceOrderInput {
  buyerId: string
  bookingHoldHours: number
}

async function book(tx: PlainTransaction, actor: Actor, booking: Booking): Promise<{ orderId: string }> {
  let isOffered = false
  let placed = await makeOrder(tx, booking, reserveFree)
  if (!placed) {
    isOffered = await takeOffer(tx, booking)
    if (isOffered) placed = await makeOrder(tx, booking, keepReserved)
  }
  if (!placed) throw await whyNotBookable(tx, booking, isOffered)
  const { orderId, productName, sellerId } = placed
  const message = `${productName} is booked. You see where to meet the buyer under My products.`
  await Promise.all([
    recordAct(tx, { actorId: actor.id, action: 'order.place', subject: { type: 'order', id: orderId } }),
    tell(tx, { userId: sellerId, kind: 'booked', message, listingId: booking.listingId }),
  ])
  return { orderId }
}

interface Placed {
  orderId: string
  productName: string
  sellerId: string
}

const RESERVED: NextState<typeof listingLife, 'AVAILABLE'> = 'RESERVED'

// The price is compared where the phone is taken: an edit comes before this statement or finds the phone booked.
/** Moves the listing in the statement that makes its order: two waits for the database are one. */
const reserveFree = placing(`UPDATE listings SET state = '${RESERVED}', updated_at = now()
  WHERE id = $1::uuid AND state = 'AVAILABLE' AND seller_id <> $2::uuid AND resale_price_cents = $6
  RETURNING id, product_name, images, resale_price_cents, seller_id`)

const keepReserved = placing(`SELECT id, product_name, images, resale_price_cents, seller_id FROM listings
  WHERE id = $1::uuid AND resale_price_cents = $6`)

/** Makes the order of the listing that a statement answers. */
function placing(listing: string): string {
  return `WITH listing AS (${listing}), placed AS (
      INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone,
        reserved_until, updated_at)
      SELECT id, $2::uuid, product_name, coalesce(images[1], ''), resale_price_cents, $3, $4,
        now() + $5::float8 * interval '1 hour', now()
      FROM listing RETURNING id
    )
    SELECT placed.id AS "orderId", product_name AS "productName", seller_id AS "sellerId" FROM placed, listing`
}

/** @returns null when there is no listing to make it of */
async function makeOrder(tx: PlainTransaction, booking: Booking, text: string): Promise<Placed | null> {
  const { listingId, buyerId, meetingPlace, phone, bookingHoldHours, expectedPriceCents } = booking
  const values = [listingId, buyerId, meetingPlace, phone, bookingHoldHours, expectedPriceCents]
  const [placed] = await tx.query<Placed>({ text, values })
  return placed ?? null
}

/** A phone that was offered to the buyer is reserved for them already. */
async function takeOffer(tx: PlainTransaction, { listingId, buyerId }: Booking): Promise<boolean> {
  // The person before their place in line, as a removal takes them.
  const person = { text: 'SELECT FROM users WHERE id = $1::uuid FOR KEY SHARE', values: [buyerId] }
  const offer = {
    text: `UPDATE waiting_entries SET state = 'TAKEN'
      WHERE listing_id = $1::uuid AND user_id = $2::uuid AND state = 'OFFERED' AND offered_until > now()
      RETURNING id`,
    values: [listingId, buyerId],
  }
  const [, taken] = await Promise.all([tx.query(person), tx.query(offer)])
  return taken.length === 1
}

interface Refused {
  sellerId: string
  state: ListingState
  priceCents: number
}

async function whyNotBookable(tx: PlainTransaction, booking: Booking, isOffered: boolean): Promise<DomainError> {
  const text = `SELECT seller_id AS "sellerId", state, resale_price_cents AS "priceCents" FROM listings
    WHERE id = $1::uuid AND state <> 'REMOVED'`
  const [listing] = await tx.query<Refused>({ text, values: [booking.listingId] })
  if (!listing) return new DomainError('NOT_FOUND', 'This product is no longer for sale')
  const { sellerId, state, priceCents } = listing
  if (sellerId === booking.buyerId) return new DomainError('OWN_LISTING', 'You cannot book your own product')
  const isTheirs = state === 'AVAILABLE' || isOffered
  return isTheirs && priceCents !== booking.expectedPriceCents ? priceChanged(priceCents) : alreadyBooked()
}

/** The error for a booking at a price that is not the phone's any more; it names the new one. */
export function priceChanged(priceCents: number): DomainError {
  const message = `The price is now ${formatCents(priceCents)}. Book again if you still want it.`
  return new DomainError('PRICE_MISMATCH', message, { priceCents })
}

function alreadyBooked(): DomainError {
  return new DomainError('ALREADY_BOOKED', 'This product is already booked')
}
