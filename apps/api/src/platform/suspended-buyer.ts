import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
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
