import { query, run, type Transaction } from '@second-ring/database'
import { postRefundOwed } from '#ledger/post-payment.ts'
import type { Platform } from '#platform/platform.ts'
import { lockPayment } from './lock-payment.ts'
import { notifyFitsNoOrder } from './notify-of-refunds.ts'
import { isUnassignedCharge } from './unassigned-charge.ts'

/** The reason of the refund of a charge whose buyer can name no order. */
export const NO_ORDER_LEFT = 'There was no order left that it could pay'

interface Charge {
  paymentId: string
  reason: string
}

/** Promises a full refund of a charge that has no order and will get none, and notifies its buyer; once. */
export async function refundUnassignedCharge(
  tx: Transaction,
  { jobs }: Platform,
  { paymentId, reason }: Charge,
): Promise<void> {
  await lockPayment(tx, paymentId)
  const unassigned = query.selectFrom('payments as p').where('p.id', '=', paymentId).where(isUnassignedCharge)
  const [charge] = await run(tx, unassigned.select(['p.buyer_id as buyerId', 'p.amount_cents as amountCents']))
  if (!charge) return
  const { buyerId, amountCents } = charge
  await tx.refund.create({ data: { paymentId, amountCents, reason }, select: { id: true } })
  await postRefundOwed(tx, paymentId)
  await jobs.enqueue(tx, 'payments.refund', { paymentId })
  await notifyFitsNoOrder(tx, buyerId)
}
