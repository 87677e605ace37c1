import { query, run, type Transaction } from '@second-ring/database'
import { postRefundOwed } from '#ledger/post-payment.ts'
import { fromNow, now, type Time } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { lockPaymentRow } from './lock-payment.ts'
import { owedCents } from './owed.ts'

interface Request {
  /** Why, as both sides read it. */
  reason: string
  /** Who requests it; null for the system. */
  requestedById: string | null
}

type RefundRequest = Request & { orderId: string }
type PaymentRequest = Request & {
  paymentId: string
  /** How long to wait before it is sent, such as `6 hours`. */
  wait?: Time | undefined
}

/**
 * Promises the buyer of an order that has ended what its payment still owes them; a job sends it to the provider.
 * A second call promises nothing more. Call it in the transaction that ends the order, afterwards.
 * @returns the refund's id; null when nothing is owed
 */
export async function requestRefund(
  tx: Transaction,
  platform: Platform,
  { orderId, ...request }: RefundRequest,
): Promise<string | null> {
  const payment = await tx.payment.findFirst({ where: { orderId, state: 'SUCCEEDED' }, select: { id: true } })
  return payment && requestRefundOf(tx, platform, { paymentId: payment.id, ...request })
}

/** The same for a payment, which need not have an order. */
export async function requestRefundOf(
  tx: Transaction,
  { jobs }: Platform,
  { paymentId, reason, requestedById, wait }: PaymentRequest,
): Promise<string | null> {
  // The lock on the payment serializes requests.
  await lockPaymentRow(tx, paymentId)
  const requested = await tx.refund.findFirst({ where: { paymentId, state: 'REQUESTED' }, select: { id: true } })
  if (requested) return requested.id
  const requesting = query
    .insertInto('refunds')
    .columns(['payment_id', 'amount_cents', 'reason', 'requested_by_id', 'due_at'])
    .expression(({ cast, selectFrom, val }) =>
      selectFrom('payments as p')
        .leftJoin('orders as o', 'o.id', 'p.order_id')
        .where('p.id', '=', paymentId)
        .where(owedCents, '>', 0)
        .select([
          'p.id',
          owedCents.as('amount_cents'),
          cast<string>(val(reason), 'text').as('reason'),
          cast<string | null>(val(requestedById), 'uuid').as('requested_by_id'),
          fromNow(wait ?? '0 hours').as('due_at'),
        ]),
    )
    .returning('id')
  const [made] = await run(tx, requesting)
  if (!made) return null
  await postRefundOwed(tx, paymentId)
  // The minute's job finds delayed refunds.
  if (wait === undefined) await jobs.enqueue(tx, 'payments.refund', { paymentId })
  return made.id
}

/** Makes the refund that a payment has promised due now. @returns whether there is one */
export async function makeDue(tx: Transaction, paymentId: string): Promise<boolean> {
  const changing = query
    .updateTable('refunds')
    .set({ due_at: now, updated_at: now })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'REQUESTED')
    .returning('id')
  return (await run(tx, changing)).length > 0
}
