import { Prisma } from '@second-ring/database'

/** A charge that may still pay an order: it pays none yet, nothing of it went back, and no bank holds or took it. */
export const unassignedCharge = {
  orderId: null,
  state: 'SUCCEEDED',
  refunds: { none: {} },
  disputes: { none: { state: { not: 'WON' } } },
} as const satisfies Prisma.PaymentWhereInput

/** Whether nothing of a payment `p` went back, and no bank holds it or took it, for statements of Prisma's. */
export const isUntouchedPayment = Prisma.sql`(
  NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
  AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state <> 'WON'))`

/** The same as {@link unassignedCharge}, of a payment `p`. */
export const isUnassignedCharge = Prisma.sql`(
  p.order_id IS NULL AND p.state = 'SUCCEEDED' AND ${isUntouchedPayment})`
