import { DomainError } from '@second-ring/contracts/errors'
import type { SettleRefundOutsideInput } from '@second-ring/contracts/payments/open-money'
import { query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { holdsMoney } from '#orders/open-dispute.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { lockPayment, type PaymentAccount } from './lock-payment.ts'
import { transitionRefund } from './refund-transitions.ts'
import { requestRefundOf } from './request-refund.ts'

/** What is sent so soon may be on its way already by the time it is settled. */
const SENT_SOON = '1 minute'

/**
 * Ends a refund that failed: an admin has paid the buyer back another way, and says how. All that the payment still owes
 * counts as paid back. A second call changes nothing.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (nothing is owed, no refund of it failed, one is being sent, or the
 * bank holds the money)
 */
export async function settleRefundOutside(
  { database, ...platform }: Platform,
  caller: Caller,
  { paymentId, note }: SettleRefundOutsideInput,
): Promise<{ refundId: string }> {
  authorize(caller, 'payment.oversee')
  return runTransaction(database, tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const payment = await lockPayment(tx, paymentId)
      if (!payment) throw new DomainError('NOT_FOUND', 'There is no such payment.')
      const last = payment.refunds.at(-1)
      if (last?.state === 'SETTLED_OUTSIDE') return { refundId: last.id }
      await requireFailed(tx, payment)
      // Settles the refund that waits for its next try, else a new one, which no job can have sent.
      const request = { paymentId, reason: note, requestedById: caller.id, wait: '0 hours' } as const
      const refundId = await requestRefundOf(tx, { database, ...platform }, request)
      if (refundId === null) throw new DomainError('CONFLICT', 'This payment owes nothing any more.')
      const settled = { id: refundId, from: 'REQUESTED', to: 'SETTLED_OUTSIDE' } as const
      await transitionRefund(tx, { ...settled, reason: note, requestedById: caller.id })
      const subject = { type: 'payment', id: paymentId } as const
      await recordAction(tx, { actorId: caller.id, action: 'payment.settle-outside', subject, reason: note })
      const [message, words] = ['Your money was paid back another way.', { by: 'An admin', text: note }]
      const about = payment.order ? { orderId: payment.order.id } : {}
      await notifyUser(tx, { userId: payment.buyerId, kind: 'refunded', message, words, ...about })
      return { refundId }
    }),
  )
}

async function requireFailed(tx: Transaction, { id: paymentId, refunds }: PaymentAccount): Promise<void> {
  if (await tx.dispute.count({ where: { paymentId, ...holdsMoney } })) {
    throw new DomainError('CONFLICT', 'The buyer’s bank disputes this payment, and decides about the money.')
  }
  const sending = query
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .where(({ and, eb, or }) => {
      const isSentSoon = and([eb('state', '=', 'REQUESTED'), eb('due_at', '<=', fromNow(SENT_SOON))])
      return or([eb('state', '=', 'PENDING'), isSentSoon])
    })
    .select('id')
  if ((await run(tx, sending)).length > 0)
    throw new DomainError('CONFLICT', 'A refund of this payment is with the provider.')
  if (!refunds.some(({ state }) => state === 'FAILED')) {
    throw new DomainError('CONFLICT', 'No refund of this payment has failed.')
  }
}
