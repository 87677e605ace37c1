import { DomainError } from '@second-ring/contracts/errors'
import { type JoinWaitingListInput, WAITING_MAX, type WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { type Parameters, prepare, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import { offerToNext } from './offer-to-next.ts'

const standing = ['WAITING', 'OFFERED'] as const

/**
 * Puts the caller in line for a reserved phone. Asked twice it changes nothing.
 * @throws DomainError NOT_FOUND, OWN_LISTING, CONFLICT (free or sold; one's own booking; in too many lines already)
 */
export async function joinWaitingList(
  { database }: Platform,
  caller: Caller,
  { listingId }: JoinWaitingListInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'order.wait')
  return rejectRemovedUser(
    database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        await refuseUnlessReserved(tx, caller, listingId)
        const mine = { userId: caller.id, state: { in: [...standing] } }
        if ((await tx.waitingEntry.count({ where: { ...mine, listingId } })) > 0) return { listingId }
        // A line for a phone that is sold meanwhile may come to life again, but only its end takes people out of it.
        const live = { ...mine, listing: { state: 'RESERVED' } } as const
        if ((await tx.waitingEntry.count({ where: live })) >= WAITING_MAX) {
          throw new DomainError('CONFLICT', `You can wait for ${WAITING_MAX} phones. Leave a line first.`)
        }
        await tx.waitingEntry.createMany({ data: { listingId, userId: caller.id }, skipDuplicates: true })
        return { listingId }
      }),
    ),
  )
}

// The lock keeps the phone from being passed on between this look and the new place in line.
async function refuseUnlessReserved(tx: Transaction, caller: Caller, listingId: string): Promise<void> {
  const locking = query.selectFrom('listings').where('id', '=', listingId).where('state', '<>', 'REMOVED')
  const [listing] = await run(tx, locking.select(['state', 'seller_id']).forShare())
  if (!listing) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.seller_id === caller.id) throw new DomainError('OWN_LISTING', 'This is your own product')
  if (listing.state === 'SOLD') throw new DomainError('CONFLICT', 'This product is sold')
  if (listing.state !== 'RESERVED') throw new DomainError('CONFLICT', 'This product is free: you can book it now')
  const booked = await tx.order.count({ where: { listingId, buyerId: caller.id, state: 'PLACED' } })
  if (booked > 0) throw new DomainError('CONFLICT', 'You have booked this product yourself')
}

/** Takes the caller out of a line; a phone that was offered to them goes on to the next. */
export async function leaveWaitingList(
  { database }: Platform,
  caller: Caller,
  { listingId }: JoinWaitingListInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'order.wait')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const mine = { listingId, userId: caller.id }
      await tx.waitingEntry.updateMany({ where: { ...mine, state: 'WAITING' }, data: { state: 'LEFT' } })
      const { count } = await tx.waitingEntry.updateMany({
        where: { ...mine, state: 'OFFERED' },
        data: { state: 'LEFT' },
      })
      if (count === 1) await offerToNext(tx, listingId)
      return { listingId }
    }),
  )
}

const findPlaces = prepare((parameter: Parameters<{ userId: string }>) => {
  const isSold = sql<boolean>`l.state = 'SOLD'`
  return query
    .selectFrom('waiting_entries as mine')
    .innerJoin('listings as l', 'l.id', 'mine.listing_id')
    .where('mine.user_id', '=', parameter('userId'))
    .where('mine.state', 'in', standing)
    .where('l.state', 'in', ['RESERVED', 'SOLD'])
    .select(({ selectFrom }) => [
      'mine.listing_id as listingId',
      'l.product_name as productName',
      selectFrom('waiting_entries as other')
        .whereRef('other.listing_id', '=', 'mine.listing_id')
        .where('mine.state', '=', 'WAITING')
        .where('other.state', 'in', standing)
        .where(({ eb, or, ref, refTuple, tuple }) => {
          const own = tuple(ref('mine.joined_at'), ref('mine.id'))
          const isEarlier = eb(refTuple('other.joined_at', 'other.id'), '<', own)
          return or([eb('other.state', '=', 'OFFERED'), isEarlier])
        })
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('ahead'),
      isSold.as('sold'),
      sql<Date | null>`CASE WHEN mine.state = 'OFFERED' THEN mine.offered_until END`.as('offeredUntil'),
    ])
    .orderBy(isSold)
    .orderBy('mine.state', 'desc')
    .orderBy('mine.joined_at')
    .orderBy('mine.id')
    .limit(2 * WAITING_MAX)
})

/** The lines that the caller stands in: those with an offer first, and those for phones that another has paid last. */
export async function listMyWaitingPlaces({ database }: Platform, caller: Caller): Promise<WaitingPlace[]> {
  authorize(caller, 'order.wait')
  const rows = await findPlaces(database, { userId: caller.id })
  return rows.map(({ offeredUntil, ...row }) => ({ ...row, offeredUntil: offeredUntil?.toISOString() ?? null }))
}
