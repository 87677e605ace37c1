import type { EarningsSummary, OfSeller } from '@second-ring/contracts/earnings/earnings'
import { claimedStates } from '@second-ring/contracts/orders/order'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Caller } from '#identity/caller.ts'
import { readClosedCents } from '#payments/waiting-on-accounts.ts'
import { readSellerMoney } from '#payouts/seller-money.ts'
import { now } from '#platform/database-clock.ts'
import { readPayoutFreeze } from '#platform/last-decision.ts'
import type { Platform } from '#platform/platform.ts'
import { heldCents, sellerShare } from './deal-amounts.ts'
import { monthOf } from './month.ts'
import { readPayoutWait, waitingOf } from './read-payout-wait.ts'
import { sellerOf } from './seller-of.ts'

const findBalances = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('ledger_accounts as a')
    .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .where('a.owner_id', '=', parameter('sellerId'))
    // A credit, which is negative, is the seller's.
    .select([
      sql<number>`coalesce(-sum(e.amount_cents) FILTER (WHERE a.kind = 'SELLER_BALANCE'), 0)::float8`.as('readyCents'),
      sql<number>`coalesce(-sum(e.amount_cents) FILTER (WHERE a.kind = 'SELLER_PAYOUTS'), 0)::float8`.as(
        'onItsWayCents',
      ),
      sql<number>`coalesce(sum(e.amount_cents) FILTER (WHERE t.act IN ('PAYOUT_PAID', 'PAYOUT_RETURNED')), 0)::float8`.as(
        'paidOutCents',
      ),
      sql<Date | null>`min(t.posted_at)`.as('since'),
      now.as('now'),
    ]),
)

const findHeldDeals = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('l.seller_id', '=', parameter('sellerId'))
    .where('o.state', 'in', ['PAID', 'HANDED_OVER', ...claimedStates])
    .select(['o.price_cents as priceCents', 'o.fee_cents as feeCents', heldCents.as('heldCents')]),
)

/**
 * Where a seller's money is, as the ledger has it.
 * @throws DomainError FORBIDDEN
 */
export async function summarizeEarnings(
  { database }: Platform,
  caller: Caller,
  input: OfSeller,
): Promise<EarningsSummary> {
  const sellerId = await sellerOf(database, caller, input)
  const [balances] = await findBalances(database, { sellerId })
  if (!balances) throw new Error('A sum is one row')
  const held = await findHeldDeals(database, { sellerId })
  const money = await readSellerMoney(database, sellerId)
  const waitingCents = waitingOf(money)
  const closedCents = Math.min(waitingCents, await readClosedCents(database, sellerId))
  const freeze = await readPayoutFreeze(database, sellerId)
  const { readyCents, onItsWayCents, paidOutCents, since } = balances
  const thisMonth = monthOf(balances.now)
  return {
    heldCents: held.reduce((sum, deal) => sum + sellerShare(deal), 0),
    readyCents,
    onItsWayCents,
    disputedCents: Math.min(money.disputedCents, Math.max(0, onItsWayCents)),
    waitingCents,
    closedCents,
    wait: waitingCents === closedCents ? null : await readPayoutWait(database, sellerId, { ...money, closedCents }),
    paidOutCents,
    frozen: freeze !== null,
    frozenReason: freeze?.reason ?? null,
    firstMonth: since ? monthOf(since) : thisMonth,
    thisMonth,
  }
}
