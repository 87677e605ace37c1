import { Prisma } from '@second-ring/database'

/** Whether nothing of a payment `p` went back, and no bank holds it or took it. */
export const isUntouchedPayment = Prisma.sql`(
  NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
  AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state <> 'WON'))`

/** Whether a payment `p` is a charge that may still pay an order: it pays none yet, and is untouched. */
export const isUnassignedCharge = Prisma.sql`(
  p.order_id IS NULL AND p.state = 'SUCCEEDED' AND ${isUntouchedPayment})`
