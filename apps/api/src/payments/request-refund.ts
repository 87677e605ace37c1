import { Prisma, type Transaction } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { owedCents } from './owed.ts'

interface Request {
  /** Why, as both sides read it. */
  reason: string
  /** Who asks for it; null for the system. */
  requestedById: string | null
}

type RefundRequest = Request & { orderId: string }
type PaymentRequest = Request & {
  paymentId: string
  /** How long to wait before it is sent, such as `6 hours`. */
  wait?: string | undefined
}

/**
 * Promises the buyer of an order that has ended what its payment still owes them; a job sends it to the provider.
 * Asked again, it promises nothing twice. To be called in the transaction that ends the order, after it has.
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
  // The lock on the payment makes requests come one after the other.
  await tx.$queryRaw`SELECT FROM payments WHERE id = ${paymentId}::uuid FOR NO KEY UPDATE`
  const requested = await tx.refund.findFirst({ where: { paymentId, state: 'REQUESTED' }, select: { id: true } })
  if (requested) return requested.id
  const [made] = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
    INSERT INTO refunds (payment_id, amount_cents, reason, requested_by_id, due_at)
    SELECT p.id, ${owedCents}, ${reason}, ${requestedById}::uuid, now() + ${wait ?? '0 hours'}::interval
    FROM payments p LEFT JOIN orders o ON o.id = p.order_id
    WHERE p.id = ${paymentId}::uuid AND ${owedCents} > 0
    RETURNING id::text`)
  if (!made) return null
  // What has to wait is found by the minute's job.
  if (wait === undefined) await jobs.enqueue(tx, 'payments.refund', { paymentId })
  return made.id
}
