import { releasedStates } from '@second-ring/contracts/orders/order'
import { query, run } from '@second-ring/database'
import { disputesOfPayment, openDispute } from '#orders/open-dispute.ts'
import { earnedCents, sellersWith, transferredCents } from '#payments/seller-share.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { lockSellerMoney } from './seller-money.ts'

const BATCH = 100
/** After a transfer that the provider did not make. */
const TRIED_AGAIN_AFTER = '1 hour'

/**
 * Released orders `o` whose money may go to their sellers now: an account that can be paid, which nobody froze; the charge's
 * funds are available; nothing of it is on its way back, and no bank asks for it.
 */
const dueDeals = query
  .selectFrom('listings as l')
  .innerJoin('orders as o', 'o.listing_id', 'l.id')
  .innerJoin('payments as p', 'p.order_id', 'o.id')
  .innerJoin('payout_accounts as pa', 'pa.user_id', 'l.seller_id')
  .innerJoin('users as u', 'u.id', 'l.seller_id')
  .where('o.state', 'in', releasedStates)
  .where('p.state', '=', 'SUCCEEDED')
  .where('p.available_at', '<=', now)
  .where('pa.transfers_enabled', '=', true)
  .where('u.payouts_frozen_at', 'is', null)
  .where(({ exists, not, selectFrom }) => {
    const transfers = selectFrom('transfers as t').whereRef('t.order_id', '=', 'o.id').select('t.id')
    const refunds = selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id').select('r.id')
    const failed = transfers.where('t.state', '=', 'FAILED').where('t.settled_at', '>', ago(TRIED_AGAIN_AFTER))
    const waiting = [transfers.where('t.state', '=', 'PENDING'), failed, disputesOfPayment(openDispute)]
    return not(
      exists(waiting.reduce((all, one) => all.unionAll(one), refunds.where('r.state', 'in', ['REQUESTED', 'PENDING']))),
    )
  })
  // Says no more than the next, at a seventh of its cost: of a deal that was sent whole the ledger is not summed.
  .where(({ eb }) => eb(transferredCents, '<', eb('o.price_cents', '-', eb.ref('o.fee_cents'))))
  .where(({ eb }) => eb(transferredCents, '<', earnedCents))

/** @returns the sellers who have money with the market that may go to them now */
export async function sellersToPay({ database }: Platform): Promise<string[]> {
  const due = dueDeals
    .where('l.seller_id', 'in', sellersWith('SELLER_BALANCE', 'more'))
    .select('l.seller_id as sellerId')
  return (await run(database, due.distinct().limit(BATCH))).map(({ sellerId }) => sellerId)
}

/**
 * Plans the transfers of a seller's deals, those released first before the others: of each the seller's part, less what they owe
 * to the market. So a deal may transfer less, or nothing.
 */
export async function planTransfers({ database }: Platform, sellerId: string): Promise<void> {
  await runTransaction(database, async tx => {
    const money = await lockSellerMoney(tx, sellerId)
    if (!money) return
    let left = money.balanceCents - money.pendingTransferCents
    const due = dueDeals
      .where('l.seller_id', '=', sellerId)
      .select(({ eb }) => [
        'o.id as orderId',
        'pa.provider_account_id as accountId',
        eb(earnedCents, '-', transferredCents).as('cents'),
      ])
      .orderBy('o.released_at')
      .orderBy('o.id')
      .limit(BATCH)
    for (const { orderId, accountId, cents } of await run(tx, due)) {
      // Each deal that is due has something to send.
      if (left <= 0) return
      const amountCents = Math.min(cents, left)
      const planned = { orderId, sellerId, providerAccountId: accountId, amountCents }
      await tx.transfer.create({ data: planned, select: { id: true } })
      left -= amountCents
    }
  })
}
