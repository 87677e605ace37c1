import { DomainError } from '@second-ring/contracts/errors'
import type { PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import type { Transaction } from '@second-ring/database'
import { type Actor, authorize } from '../accounts/actor.ts'
import { moveListing } from '../listings/listing-life.ts'
import { tell } from '../notices/tell.ts'
import { asPresent } from '../platform/as-present.ts'
import { recordAct } from '../platform/audit.ts'
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
        const where = { id: listingId, sellerId: { not: actor.id } }
        const isFree = await moveListing(tx, { from: 'AVAILABLE', to: 'RESERVED', where })
        if (!isFree && !(await takeOffer(tx, platform, { listingId, userId: actor.id }))) {
          throw await whyNotBookable(tx, actor, listingId)
        }
        const listing = await tx.listing.findUniqueOrThrow({
          where: { id: listingId },
          select: { productName: true, images: true, resalePriceCents: true, sellerId: true },
        })
        const placedAt = clock.now()
        const reservedUntil = new Date(placedAt.getTime() + bookingHoldHours * HOUR_MS)
        const order = await tx.order.create({
          data: {
            listingId,
            buyerId: actor.id,
            productName: listing.productName,
            productImage: listing.images[0] ?? '',
            priceCents: listing.resalePriceCents,
            meetingPlace,
            phone,
            placedAt,
            reservedUntil,
          },
          select: { id: true },
        })
        await recordAct(tx, { actorId: actor.id, action: 'order.place', subject: { type: 'order', id: order.id } })
        const message = `${listing.productName} is booked. You see where to meet the buyer under My products.`
        await tell(tx, { userId: listing.sellerId, kind: 'booked', message, listingId })
        await jobs.enqueue(tx, 'orders.expire-holds', {}, reservedUntil)
        return { orderId: order.id }
      }),
    )
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyBooked() : error
  }
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
