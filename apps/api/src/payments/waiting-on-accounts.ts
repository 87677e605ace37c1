import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { PAYOUT_MINIMUM_CENTS } from './payout-limits.ts'
import { sellersWith } from './seller-share.ts'

/** The reason of an account that the provider gives no access to any more. */
export const ACCOUNT_INVALID = 'account_invalid'

/** Why nothing is paid out of an account at the provider; `small`: the seller was removed, and it is less than a payout. */
export type WhyUnpaid = 'closed' | 'off' | 'frozen' | 'small'

/** Whether a transfer `t` went to an account that the provider has closed: its seller's `pa` is, or is another by now. */
export const isOnClosedAccount = sql<boolean>`(t.provider_account_id <> pa.provider_account_id
  OR coalesce(pa.disabled_reason = ${sql.lit(ACCOUNT_INVALID)}, false))`

/**
 * What sellers have on each account at the provider that pays nothing out as things are, or may not: by what was sent there, and
 * is neither at their bank nor in an open payout.
 */
const accounts = query
  .selectFrom('transfers as t')
  .innerJoin('payout_accounts as pa', 'pa.user_id', 't.seller_id')
  .innerJoin('users as u', 'u.id', 't.seller_id')
  .where('t.state', '=', 'SENT')
  .where('t.seller_id', 'in', sellersWith('SELLER_PAYOUTS', 'more'))
  .where(({ eb, or }) =>
    or([
      eb('pa.payouts_enabled', '=', false),
      eb('u.payouts_frozen_at', 'is not', null),
      eb('u.deleted_at', 'is not', null),
      eb('t.provider_account_id', '<>', eb.ref('pa.provider_account_id')),
    ]),
  )
  .groupBy(['t.seller_id', 't.provider_account_id', 'pa.id', 'u.id'])
  .select(({ eb }) => [
    't.seller_id as sellerId',
    't.provider_account_id as accountId',
    // It names the money: there is no row of it.
    sql<string>`max(t.id::text)::uuid`.as('id'),
    sql<number>`(sum(t.amount_cents - t.reversed_cents) - (SELECT coalesce(sum(pp.amount_cents), 0) FROM payouts pp
      WHERE pp.seller_id = t.seller_id AND pp.provider_account_id = t.provider_account_id
        AND pp.state IN ('REQUESTED', 'IN_TRANSIT', 'PAID')))::float8`.as('cents'),
    eb.ref('u.role').as('role'),
    eb('u.deleted_at', 'is not', null).$castTo<boolean>().as('isRemoved'),
    eb('u.payouts_frozen_at', 'is not', null).$castTo<boolean>().as('isFrozen'),
    'pa.payouts_enabled as isOn',
    isOnClosedAccount.as('isClosed'),
  ])

const findClosed = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom(accounts.where('t.seller_id', '=', parameter('sellerId')).as('a'))
    .where('a.isClosed', '=', true)
    .where('a.cents', '>', 0)
    .select(sql<number>`coalesce(sum(a.cents), 0)::float8`.as('cents')),
)

/** What a seller has on accounts that the provider has closed, in cents, also once they have another. */
export async function readClosedCents(database: Database, sellerId: string): Promise<number> {
  const [closed] = await findClosed(database, { sellerId })
  return closed?.cents ?? 0
}

/** When the oldest of it came, from the market or back from the bank: what came first has left first. */
const since = sql<Date>`(SELECT min(c.at) FROM (
  SELECT came.at, sum(came.cents) OVER (ORDER BY came.at DESC, came.id DESC) - came.cents AS newer FROM (
    SELECT id, settled_at AS at, amount_cents - reversed_cents AS cents FROM transfers
      WHERE seller_id = a."sellerId" AND provider_account_id = a."accountId" AND state = 'SENT'
    UNION ALL SELECT id, settled_at, amount_cents FROM payouts
      WHERE seller_id = a."sellerId" AND provider_account_id = a."accountId" AND state = 'RETURNED') came
  WHERE came.cents > 0) c WHERE c.newer < a.cents)`

const why = sql<WhyUnpaid | null>`CASE WHEN a."isClosed" THEN 'closed' WHEN NOT a."isOn" THEN 'off'
  WHEN a."isFrozen" THEN 'frozen' WHEN a."isRemoved" AND a.cents < ${sql.lit(PAYOUT_MINIMUM_CENTS)} THEN 'small' END`

/**
 * Money on sellers' accounts at the provider that is not paid out as things are, a row for each account: whose, how much, since
 * when and why. What is less than a payout counts only where its seller was removed: nothing more comes to it.
 */
export const waitingOnAccounts = query
  .selectFrom(accounts.as('a'))
  .where(why, 'is not', null)
  .where(sql<boolean>`a.cents >= CASE WHEN a."isRemoved" THEN 1 ELSE ${sql.lit(PAYOUT_MINIMUM_CENTS)} END`)
  .selectAll('a')
  .select([why.$castTo<WhyUnpaid>().as('why'), since.as('since')])
