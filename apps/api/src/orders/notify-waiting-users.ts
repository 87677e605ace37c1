import { handedOverStates } from '@second-ring/contracts/orders/order'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { tryLockName } from '#platform/advisory-lock.ts'
import type { Platform } from '#platform/platform.ts'

/** How many users are notified at a time. */
const BATCH = 500
const LOCK = 'second-ring/tell-the-line'

/**
 * Notifies the users who wait for a phone: once for each sale of it to another buyer, and once when it is gone for good,
 * which ends their place on the waiting list.
 * @returns no errors: a failing batch throws
 */
export async function notifyWaitingUsers({ database }: Platform): Promise<unknown[]> {
  for (const notifyBatch of [notifyOfEnds, notifyOfSales]) {
    for (let count = BATCH; count === BATCH; ) {
      // Without the lock two processes would notify the same users.
      count = await database.$transaction(async tx => ((await tryLockName(tx, LOCK)) ? notifyBatch(tx) : 0))
    }
  }
  return []
}

async function notifyOfEnds(tx: Transaction): Promise<number> {
  const ending = query
    .with('gone', db =>
      db
        .selectFrom('waiting_entries as w')
        .innerJoin('listings as l', 'l.id', 'w.listing_id')
        .where('w.state', '=', 'WAITING')
        .where(({ and, eb, exists, or, selectFrom }) => {
          const isHandedOver = exists(
            selectFrom('orders as o').whereRef('o.listing_id', '=', 'l.id').where('o.state', 'in', handedOverStates),
          )
          return or([eb('l.state', '=', 'REMOVED'), and([eb('l.state', '=', 'SOLD'), isHandedOver])])
        })
        .select('w.id')
        .limit(BATCH),
    )
    .with('ended', db =>
      db
        .updateTable('waiting_entries as w')
        .from('gone')
        .set({ state: 'GONE' })
        .whereRef('w.id', '=', 'gone.id')
        .where('w.state', '=', 'WAITING')
        .returning(['w.user_id', 'w.listing_id']),
    )
    .with('notified', db =>
      db
        .insertInto('notices')
        .columns(['user_id', 'kind', 'message', 'listing_id'])
        .expression(({ selectFrom, val }) =>
          selectFrom('ended as e')
            .innerJoin('listings as l', 'l.id', 'e.listing_id')
            .innerJoin('users as u', 'u.id', 'e.user_id')
            .where('u.deleted_at', 'is', null)
            .select([
              'e.user_id',
              val('waiting-ended').as('kind'),
              sql<string>`l.product_name || ' is gone, so your place in its line has ended.'`.as('message'),
              'l.id',
            ]),
        ),
    )
    .selectFrom('ended')
    .select('user_id')
  return (await run(tx, ending)).length
}

async function notifyOfSales(tx: Transaction): Promise<number> {
  const notifying = query
    .insertInto('notices')
    .columns(['user_id', 'kind', 'message', 'listing_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('waiting_entries as w')
        .innerJoin('listings as l', 'l.id', 'w.listing_id')
        .innerJoin('users as u', 'u.id', 'w.user_id')
        .innerJoin('orders as o', join => join.onRef('o.listing_id', '=', 'l.id').on('o.state', '=', 'PAID'))
        .where('w.state', '=', 'WAITING')
        .where('l.state', '=', 'SOLD')
        .where('u.deleted_at', 'is', null)
        .where(({ exists, not, selectFrom }) => {
          const since = selectFrom('notices as n').whereRef('n.created_at', '>=', 'o.paid_at')
          const isNotified = since
            .whereRef('n.user_id', '=', 'w.user_id')
            .whereRef('n.listing_id', '=', 'l.id')
            .where('n.kind', '=', 'waiting-sold')
          return not(exists(isNotified))
        })
        .select([
          'w.user_id',
          val('waiting-sold').as('kind'),
          sql<string>`l.product_name ||
            ' was sold to someone else. You keep your place in case that sale does not happen.'`.as('message'),
          'l.id',
        ])
        .limit(BATCH),
    )
    .returning('id')
  return (await run(tx, notifying)).length
}
