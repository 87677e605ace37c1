import { releasedStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import { earnedCents, sellersWith, transferredCents } from './seller-share.ts'

/** Money that waits for its seller's account is open money after so many days; a removed seller's at once. */
export const UNCLAIMED_AFTER = '80 days'

/** Released orders `o` of listings `l` of sellers `u`, by payments `p`, of sellers who have money with the market. */
const deals = query
  .selectFrom('listings as l')
  .innerJoin('orders as o', 'o.listing_id', 'l.id')
  .innerJoin('payments as p', 'p.order_id', 'o.id')
  .innerJoin('users as u', 'u.id', 'l.seller_id')
  .where('l.seller_id', 'in', sellersWith('SELLER_BALANCE', 'more'))
  .where('o.state', 'in', releasedStates)
  .where('p.state', '=', 'SUCCEEDED')
  .where('p.intent_id', 'not like', DEMO_INTENTS)

const hasAccount = sql<boolean>`EXISTS (SELECT FROM payout_accounts pa
  WHERE pa.user_id = l.seller_id AND pa.transfers_enabled)`
const isPaidOut = sql<boolean>`EXISTS (SELECT FROM payout_accounts pa
  WHERE pa.user_id = l.seller_id AND pa.payouts_enabled)`

/** Those whose money waits because the seller has no account at the provider that it can go to. */
export const unclaimedDeals = deals
  .where(({ not }) => not(hasAccount))
  .where(({ eb }) => eb(transferredCents, '<', earnedCents))

/** What of an order `o` is with its seller's account at the provider, in cents; a transfer that is planned has not left. */
export const sentCents = sql<number>`(SELECT coalesce(sum(sent.amount_cents - sent.reversed_cents), 0)::int
  FROM transfers sent WHERE sent.order_id = o.id AND sent.state = 'SENT')`

/**
 * Those whose money is not with the account that it can go to: an admin has frozen payouts to the seller, or the account pays
 * nothing out to a seller who was removed.
 */
export const stoppedDeals = deals
  .where(({ and, eb, not, or }) =>
    or([eb('u.payouts_frozen_at', 'is not', null), and([eb('u.deleted_at', 'is not', null), not(isPaidOut)])]),
  )
  .where(hasAccount)
  .where(({ eb }) => eb(sentCents, '<', earnedCents))
