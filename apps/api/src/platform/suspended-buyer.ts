import { PROTECTION_HOURS, SUSPENDED_BUYER_DAYS } from '@second-ring/contracts/orders/deadlines'
import type { Tables } from '@second-ring/database'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { now } from './database-clock.ts'

const { and, eb, exists, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

const suspendedBuyer = selectFrom('users as u')
  .whereRef('u.id', '=', 'o.buyer_id')
  .where('u.suspended_at', 'is not', null)
  .select('u.id')

/** Whether the buyer of an order `o` is suspended. */
export const isBuyerSuspended = exists(suspendedBuyer).$castTo<boolean>()

/** Whether the money of an order `o` is held while its suspended buyer has time to report a problem, which an admin does for them. */
export const isHeldForSuspended = and([
  eb('o.state', '=', 'HANDED_OVER'),
  eb('o.protected_until', '>', now),
  isBuyerSuspended,
]).$castTo<boolean>()

/**
 * Until when a problem can be reported with what was handed over by an order `o`: for {@link PROTECTION_HOURS}, and for
 * {@link SUSPENDED_BUYER_DAYS} more where the buyer is suspended, who cannot do it themselves.
 */
export function protectedFrom(handedOver: RawBuilder<Date>): RawBuilder<Date> {
  const more = sql`CASE WHEN ${isBuyerSuspended} THEN ${`${SUSPENDED_BUYER_DAYS} days`}::interval ELSE interval '0' END`
  return sql<Date>`${handedOver} + ${`${PROTECTION_HOURS} hours`}::interval + ${more}`
}
