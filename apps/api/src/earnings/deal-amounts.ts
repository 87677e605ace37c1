import type { LedgerAccountKind, Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import { feeOfPart } from '#ledger/postings.ts'
import { now } from '#platform/database-clock.ts'

/** What the ledger has on accounts of some kinds for the payments of an order `o`, in cents; what is owed is positive. */
function owedOn(kinds: readonly LedgerAccountKind[]) {
  return expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
    .selectFrom('payments as p')
    .innerJoin('ledger_transactions as t', 't.payment_id', 'p.id')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('a.kind', 'in', kinds)
    .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::int`.as('cents'))
    .$asScalar()
    .$notNull()
}

/** What is held for an order `o`. */
export const heldCents = owedOn(['HELD'])

/** When the provider lets the money of an order `o` be sent on; null while that is not known, and when it has come. */
export const availableAt = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
  .selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.state', '=', 'SUCCEEDED')
  .where('p.available_at', '>', now)
  .select(({ fn }) => fn.max('p.available_at').as('at'))
  .$asScalar()

/** What is left of the price of an order `o` for its seller and the market: what did not go back to the buyer or their bank. */
export const remainingCents = owedOn(['HELD', 'SELLER_BALANCE', 'PLATFORM_FEES', 'FEE_TAX'])

interface HeldDeal {
  priceCents: number
  feeCents: number
  heldCents: number
}

/** What of the money that is held for a deal will be its seller's, by the rule of its release. */
export function sellerShare({ priceCents, feeCents, heldCents: held }: HeldDeal): number {
  // No payment of nothing is divided.
  return held === 0 ? 0 : held - feeOfPart({ amountCents: priceCents, feeCents }, held)
}
