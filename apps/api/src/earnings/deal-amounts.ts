import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
import { feeOfPart } from '#ledger/postings.ts'
import { now } from '#platform/database-clock.ts'
import { feeAccountKinds, ledgerCents } from '#platform/ledger-cents.ts'

/** What is held for an order `o`. */
export const heldCents = ledgerCents('HELD')

/** When the provider lets the money of an order `o` be sent on; null while that is not known, and when it has come. */
export const availableAt = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
  .selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.state', '=', 'SUCCEEDED')
  .where('p.available_at', '>', now)
  .select(({ fn }) => fn.max('p.available_at').as('at'))
  .$asScalar()

/** What is left of the price of an order `o` for its seller and the market: what did not go back to the buyer or their bank. */
export const remainingCents = ledgerCents('HELD', 'SELLER_BALANCE', ...feeAccountKinds)

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
