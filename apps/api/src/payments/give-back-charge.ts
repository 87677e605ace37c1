import type { Transaction } from '@second-ring/database'
import type { Platform } from '../platform/platform.ts'
import { notifyFitsNoOrder } from './notify-of-refunds.ts'

interface Charge {
  paymentId: string
  reason: string
}

/** Promises the whole of a charge back that has no order and will get none, and tells its buyer; once. */
export async function giveBackCharge(
  tx: Transaction,
  { jobs }: Platform,
  { paymentId, reason }: Charge,
): Promise<void> {
  const [held] = await tx.$queryRaw<{ buyerId: string; amountCents: number }[]>`
    SELECT p.buyer_id::text AS "buyerId", p.amount_cents AS "amountCents" FROM payments p
    WHERE p.id = ${paymentId}::uuid AND p.order_id IS NULL AND p.state = 'SUCCEEDED'
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
      AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state <> 'WON')
    FOR NO KEY UPDATE OF p`
  if (!held) return
  const { buyerId, amountCents } = held
  await tx.refund.create({ data: { paymentId, amountCents, reason }, select: { id: true } })
  await jobs.enqueue(tx, 'payments.refund', { paymentId })
  await notifyFitsNoOrder(tx, buyerId)
}
