import { DomainError } from '@second-ring/contracts/errors'
import type { JoinWaitingListInput, WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { type Parameters, prepare, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { enforceLimits, lockAccount } from '#platform/account-limits.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import { offerToNext } from './offer-to-next.ts'

const waiting = ['WAITING', 'OFFERED'] as const

/**
 * Adds the caller to the waiting list of a reserved phone. A second call changes nothing.
 * @throws DomainError NOT_FOUND, OWN_LISTING, CONFLICT (free or sold; one's own booking), LIMIT_REACHED
 */
export async function joinWaitingList(
  { database, accountLimits }: Platform,
  caller: Caller,
  { listingId }: JoinWaitingListInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'order.wait')
  return rejectRemovedUser(
    database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        // The account before the phone: locks are taken in one order.
        await run(tx, query.selectNoFrom(lockAccount(caller.id).as('level')))
        await requireReserved(tx, caller, listingId)
        const mine = { userId: caller.id, state: { in: [...waiting] } }
        if ((await tx.waitingEntry.count({ where: { ...mine, listingId } })) > 0) return { listingId }
        await enforceLimits(tx, { accountLimits }, { userId: caller.id, names: ['waitingPlaces'] })
        await tx.waitingEntry.createMany({ data: { listingId, userId: caller.id }, skipDuplicates: true })
        return { listingId }
      }),
    ),
  )
}

// The lock prevents an offer to the next user between this check and the new entry.
async function requireReserved(tx: Transaction, caller: Caller, listingId: string): Promise<void> {
  const locking = query.selectFrom('listings').where('id', '=', listingId).where('state', '<>', 'REMOVED')
  const [listing] = await run(tx, locking.select(['state', 'seller_id']).forShare())
  if (!listing) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.seller_id === caller.id) throw new DomainError('OWN_LISTING', 'This is your own product')
  if (listing.state === 'SOLD') throw new DomainError('CONFLICT', 'This product is sold')
  if (listing.state !== 'RESERVED') throw new DomainError('CONFLICT', 'This product is free: you can book it now')
  const booked = await tx.order.count({ where: { listingId, buyerId: caller.id, state: 'PLACED' } })
  if (booked > 0) throw new DomainError('CONFLICT', 'You have booked this product yourself')
}

/** Removes the caller from a waiting list; a phone that was offered to them is offered to the next. */
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

const findPlaces = prepare((parameter: Parameters<{ userId: string; most: number }>) => {
  const isSold = sql<boolean>`l.state = 'SOLD'`
  return query
    .selectFrom('waiting_entries as mine')
    .innerJoin('listings as l', 'l.id', 'mine.listing_id')
    .where('mine.user_id', '=', parameter('userId'))
    .where('mine.state', 'in', waiting)
    .where('l.state', 'in', ['RESERVED', 'SOLD'])
    .select(({ selectFrom }) => [
      'mine.listing_id as listingId',
      'l.product_name as productName',
      selectFrom('waiting_entries as other')
        .whereRef('other.listing_id', '=', 'mine.listing_id')
        .where('mine.state', '=', 'WAITING')
        .where('other.state', 'in', waiting)
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
    .limit(parameter('most'))
})

/** The caller's places on waiting lists: those with an offer first, those for phones that are sold last. */
export async function listMyWaitingPlaces(
  { database, accountLimits }: Platform,
  caller: Caller,
): Promise<WaitingPlace[]> {
  authorize(caller, 'order.wait')
  const rows = await findPlaces(database, {
    userId: caller.id,
    most: 2 * Math.max(...Object.values(accountLimits.waitingPlaces)),
  })
  return rows.map(({ offeredUntil, ...row }) => ({ ...row, offeredUntil: offeredUntil?.toISOString() ?? null }))
}
