import { DomainError } from '@second-ring/contracts/errors'
import type { PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { Prisma, type Transaction } from '@second-ring/database'
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
      database.$transaction(async tx => {
        const placedAt = clock.now()
        const reservedUntil = new Date(placedAt.getTime() + bookingHoldHours * HOUR_MS)
        const booking = { listingId, buyerId: actor.id, meetingPlace, phone, placedAt, reservedUntil }
        let placed = await makeOrder(tx, booking, reserveFree(booking))
        if (!placed && (await takeOffer(tx, platform, { listingId, userId: actor.id }))) {
          placed = await makeOrder(tx, booking, keepReserved(booking))
        }
        if (!placed) throw await whyNotBookable(tx, actor, listingId)
        const { orderId, productName, sellerId } = placed
        await recordAct(tx, { actorId: actor.id, action: 'order.place', subject: { type: 'order', id: orderId } })
        const message = `${productName} is booked. You see where to meet the buyer under My products.`
        await tell(tx, { userId: sellerId, kind: 'booked', message, listingId })
        await jobs.enqueue(tx, 'orders.expire-holds', {}, reservedUntil)
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

const RESERVED: NextState<typeof listingLife, 'AVAILABLE'> = 'RESERVED'

/** Moves the listing in the statement that makes its order: two of a buyer's waits for the database are one. */
function reserveFree({ listingId, buyerId }: Booking): Prisma.Sql {
  return Prisma.sql`UPDATE listings SET state = ${RESERVED}::listing_state, updated_at = now()
    WHERE id = ${listingId}::uuid AND state = 'AVAILABLE' AND seller_id <> ${buyerId}::uuid
    RETURNING id, product_name, images, resale_price_cents, seller_id`
}

function keepReserved({ listingId }: Booking): Prisma.Sql {
  return Prisma.sql`SELECT id, product_name, images, resale_price_cents, seller_id FROM listings
    WHERE id = ${listingId}::uuid`
}

/** The order of the listing that the statement answers; null when that answers none. */
async function makeOrder(tx: Transaction, booking: Booking, listing: Prisma.Sql) {
  const { buyerId, meetingPlace, phone, placedAt, reservedUntil } = booking
  const [placed] = await tx.$queryRaw<{ orderId: string; productName: string; sellerId: string }[]>`
    WITH listing AS (${listing}), placed AS (
      INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone,
        placed_at, reserved_until, updated_at)
      SELECT id, ${buyerId}::uuid, product_name, coalesce(images[1], ''), resale_price_cents, ${meetingPlace}, ${phone},
        ${placedAt}::timestamptz, ${reservedUntil}::timestamptz, now()
      FROM listing RETURNING id
    )
    SELECT placed.id::text AS "orderId", product_name AS "productName", seller_id::text AS "sellerId"
    FROM placed, listing`
  return placed ?? null
}

/** A phone that was offered to the actor is reserved for them already. */
async function takeOffer(
  tx: Transaction,
  { clock }: Platform,
  { listingId, userId }: { listingId: string; userId: string },
): Promise<boolean> {
  // The person before their place in line, as a removal takes them.
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
  const { count } = await tx.waitingEntry.updateMany({
    where: { listingId, userId, state: 'OFFERED', offeredUntil: { gt: clock.now() } },
    data: { state: 'TAKEN' },
  })
  return count === 1
}

async function whyNotBookable(tx: Transaction, actor: Actor, listingId: string): Promise<DomainError> {
  const listing = await tx.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { sellerId: true },
  })
  if (!listing) return new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.sellerId === actor.id) return new DomainError('OWN_LISTING', 'You cannot book your own product')
  return alreadyBooked()
}

function alreadyBooked(): DomainError {
  return new DomainError('ALREADY_BOOKED', 'This product is already booked')
}
