import type { PayoutWait } from '@second-ring/contracts/earnings/earnings'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { PAYOUT_MINIMUM_CENTS } from '#payments/payout-limits.ts'
import { GIVEN_UP } from '#payouts/lock-payouts.ts'
import { describePayoutFailure } from '#payouts/payout-failures.ts'
import { mayLeave, owedCents, type SellerMoney } from '#payouts/seller-money.ts'
import { PAYOUT_INTERVAL } from '#payouts/send-payouts.ts'
import { ago, now } from '#platform/database-clock.ts'

const find = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('users as u')
    .leftJoin('payout_accounts as pa', 'pa.user_id', 'u.id')
    .where('u.id', '=', parameter('sellerId'))
    .select(({ eb, selectFrom }) => {
      const theirs = selectFrom('payouts as p').where('p.seller_id', '=', parameter('sellerId'))
      // What was never sent did not fail on its way.
      const failed = theirs
        .where('p.state', 'in', ['FAILED', 'RETURNED'])
        .where('p.failure_reason', 'not in', GIVEN_UP)
        .where(of => {
          const since = of
            .selectFrom('payouts as later')
            .whereRef('later.seller_id', '=', 'p.seller_id')
            .where('later.state', 'in', ['REQUESTED', 'IN_TRANSIT', 'PAID'])
            .whereRef('later.requested_at', '>', 'p.settled_at')
          return of.not(of.exists(since.select('later.id')))
        })
        .orderBy('p.settled_at', 'desc')
        .limit(1)
      return [
        eb('u.payouts_frozen_at', 'is not', null).$castTo<boolean>().as('isFrozen'),
        sql<boolean>`coalesce(pa.payouts_enabled, false)`.as('isPayable'),
        theirs
          .where('p.requested_at', '>', ago(PAYOUT_INTERVAL))
          .select(sql<Date | null>`max(p.requested_at) + ${sql.lit(PAYOUT_INTERVAL)}::interval`.as('at'))
          .$asScalar()
          .as('nextAt'),
        failed.select('p.failure_reason').$asScalar().as('failureReason'),
        failed.select('p.id').$asScalar().as('failedId'),
        now.as('now'),
      ]
    }),
)

/** What of a seller's money is on their account at the provider and in no payout to their bank, in cents. */
export function waitingOf({ onItsWayCents, openPayoutCents }: SellerMoney): number {
  return Math.max(0, onItsWayCents - openPayoutCents)
}

/** Where it is on an account that the provider has closed. */
export const onClosedAccount: PayoutWait = { until: 'closed', at: null, failure: null }

/** Why such money waits, and from when on it can go on. @param money what of it is on closed accounts does not count */
export async function readPayoutWait(
  database: Database,
  sellerId: string,
  { closedCents, ...money }: SellerMoney & { closedCents: number },
): Promise<PayoutWait> {
  const [found] = await find(database, { sellerId })
  if (!found) throw new Error(`There is no user ${sellerId}`)
  return {
    until: untilOf({ ...money, onItsWayCents: money.onItsWayCents - closedCents }, found),
    at: found.nextAt?.toISOString() ?? null,
    failure: found.failedId === null ? null : describePayoutFailure(found.failureReason),
  }
}

interface Circumstances {
  isFrozen: boolean
  isPayable: boolean
}

function untilOf(money: SellerMoney, { isFrozen, isPayable }: Circumstances): PayoutWait['until'] {
  if (isFrozen) return 'released'
  if (!isPayable) return 'payable'
  const payableCents = mayLeave(money)
  if (payableCents >= PAYOUT_MINIMUM_CENTS) return 'next-payout'
  if (payableCents + owedCents(money) >= PAYOUT_MINIMUM_CENTS) return 'owed'
  return money.disputedCents > 0 ? 'disputed' : 'minimum'
}
