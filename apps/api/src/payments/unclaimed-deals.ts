import { releasedStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import { earnedCents, sellersWith, transferredCents } from './seller-share.ts'

/** Money that waits for its seller's account is open money after so many days; a removed seller's at once. */
export const UNCLAIMED_AFTER = '80 days'

/**
 * Released orders `o` of listings `l` of sellers `u`, by payments `p`, whose money waits because the seller has no account at the
 * provider that it can go to.
 */
export const unclaimedDeals = query
  .selectFrom('listings as l')
  .innerJoin('orders as o', 'o.listing_id', 'l.id')
  .innerJoin('payments as p', 'p.order_id', 'o.id')
  .innerJoin('users as u', 'u.id', 'l.seller_id')
  .where('l.seller_id', 'in', sellersWith('SELLER_BALANCE', 'more'))
  .where('o.state', 'in', releasedStates)
  .where('p.state', '=', 'SUCCEEDED')
  .where('p.intent_id', 'not like', DEMO_INTENTS)
  .where(({ exists, not, selectFrom }) => {
    const accounts = selectFrom('payout_accounts as pa').whereRef('pa.user_id', '=', 'l.seller_id').select('pa.id')
    return not(exists(accounts.where('pa.transfers_enabled', '=', true)))
  })
  .where(({ eb }) => eb(transferredCents, '<', earnedCents))
