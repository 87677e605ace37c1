import { DomainError } from '@second-ring/contracts/errors'
import { type JoinWaitingListInput, WAITING_MAX, type WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import type { Transaction } from '@second-ring/database'
import { type Actor, authorize } from '#identity/actor.ts'
import { asPresent } from '#platform/as-present.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { passOnPhone } from './pass-on-phone.ts'

const standing = ['WAITING', 'OFFERED'] as const

/**
 * Puts the actor in line for a reserved phone. Asked twice it changes nothing.
 * @throws DomainError NOT_FOUND, OWN_LISTING, CONFLICT (free or sold; one's own booking; in too many lines already)
 */
export async function joinWaitingList(
  { database }: Platform,
  actor: Actor,
  { listingId }: JoinWaitingListInput,
): Promise<{ listingId: string }> {
  authorize(actor, 'order.wait')
  return asPresent(
    database.$transaction(tx =>
      withIdempotency(tx, actor, async () => {
        await refuseUnlessReserved(tx, actor, listingId)
        const mine = { userId: actor.id, state: { in: [...standing] } }
        if ((await tx.waitingEntry.count({ where: { ...mine, listingId } })) > 0) return { listingId }
        // A line for a phone that is sold meanwhile may come to life again, but only its end takes people out of it.
        const live = { ...mine, listing: { state: 'RESERVED' } } as const
        if ((await tx.waitingEntry.count({ where: live })) >= WAITING_MAX) {
          throw new DomainError('CONFLICT', `You can wait for ${WAITING_MAX} phones. Leave a line first.`)
        }
        await tx.waitingEntry.createMany({ data: { listingId, userId: actor.id }, skipDuplicates: true })
        return { listingId }
      }),
    ),
  )
}

// The lock keeps the phone from being passed on between this look and the new place in line.
async function refuseUnlessReserved(tx: Transaction, actor: Actor, listingId: string): Promise<void> {
  const [listing] = await tx.$queryRaw<{ state: string; seller_id: string }[]>`
    SELECT state::text, seller_id::text FROM listings WHERE id = ${listingId}::uuid AND state <> 'REMOVED' FOR SHARE`
  if (!listing) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.seller_id === actor.id) throw new DomainError('OWN_LISTING', 'This is your own product')
  if (listing.state === 'SOLD') throw new DomainError('CONFLICT', 'This product is sold')
  if (listing.state !== 'RESERVED') throw new DomainError('CONFLICT', 'This product is free: you can book it now')
  const booked = await tx.order.count({ where: { listingId, buyerId: actor.id, state: 'PLACED' } })
  if (booked > 0) throw new DomainError('CONFLICT', 'You have booked this product yourself')
}

/** Takes the actor out of a line; a phone that was offered to them goes on to the next. */
export async function leaveWaitingList(
  { database }: Platform,
  actor: Actor,
  { listingId }: JoinWaitingListInput,
): Promise<{ listingId: string }> {
  authorize(actor, 'order.wait')
  return database.$transaction(tx =>
    withIdempotency(tx, actor, async () => {
      const mine = { listingId, userId: actor.id }
      await tx.waitingEntry.updateMany({ where: { ...mine, state: 'WAITING' }, data: { state: 'LEFT' } })
      const { count } = await tx.waitingEntry.updateMany({
        where: { ...mine, state: 'OFFERED' },
        data: { state: 'LEFT' },
      })
      if (count === 1) await passOnPhone(tx, listingId)
      return { listingId }
    }),
  )
}

interface PlaceRow {
  listingId: string
  productName: string
  ahead: number
  sold: boolean
  offeredUntil: Date | null
}

/** The lines that the actor stands in: those with an offer first, and those for phones that another has paid last. */
export async function listMyWaitingPlaces({ database }: Platform, actor: Actor): Promise<WaitingPlace[]> {
  authorize(actor, 'order.wait')
  const rows = await database.$queryRaw<PlaceRow[]>`
    SELECT mine.listing_id::text AS "listingId", listings.product_name AS "productName",
      (SELECT count(*)::int FROM waiting_entries other
        WHERE other.listing_id = mine.listing_id AND mine.state = 'WAITING' AND other.state IN ('WAITING', 'OFFERED')
        AND (other.state = 'OFFERED' OR (other.joined_at, other.id) < (mine.joined_at, mine.id))) AS ahead,
      listings.state = 'SOLD' AS sold,
      CASE WHEN mine.state = 'OFFERED' THEN mine.offered_until END AS "offeredUntil"
    FROM waiting_entries mine JOIN listings ON listings.id = mine.listing_id
    WHERE mine.user_id = ${actor.id}::uuid AND mine.state IN ('WAITING', 'OFFERED')
      AND listings.state IN ('RESERVED', 'SOLD')
    ORDER BY listings.state = 'SOLD', mine.state DESC, mine.joined_at, mine.id LIMIT ${2 * WAITING_MAX}`
  return rows.map(({ offeredUntil, ...row }) => ({ ...row, offeredUntil: offeredUntil?.toISOString() ?? null }))
}
