import { BANK_GAVE_BACK, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import { Prisma } from '@second-ring/database'

/** Why there is a refund that the product did not ask for. */
export const AT_PROVIDER = 'Refunded at the payment provider'
/** The provider's word for a payment that it does not know. */
export const UNKNOWN_PAYMENT = 'resource_missing'

/** How long after each failure a refund is asked again; after the last one an admin has to. */
export const RETRY_AFTER = ['1 hour', '6 hours', '24 hours'] as const

/** What a payment `p` has given back or promised to, in cents. */
const promised = Prisma.sql`coalesce((
  SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'FAILED'), 0)`

/** What the bank has taken back of a payment `p`, in cents. */
const lost = Prisma.sql`coalesce((
  SELECT sum(d.amount_cents) FROM disputes d WHERE d.payment_id = p.id AND d.state = 'LOST'), 0)`

/** Whether a payment `p` of an order `o` (null in an outer join: it has none) is nobody's but its buyer's. */
export const isToGoBack = Prisma.sql`(p.state = 'SUCCEEDED' AND (
  o.state IN ('CANCELLED', 'EXPIRED', 'REFUNDED')
  OR (p.order_id IS NULL AND p.received_at <= now() - interval '1 hour')))`

/**
 * What a payment `p` of an order `o` owes beyond what is promised, in cents; 0 while its order has the money. A payment
 * without an order owes all of it after an hour, in which one may still be named.
 */
export const owedCents = Prisma.sql`(CASE WHEN ${isToGoBack}
  THEN greatest(0, p.amount_cents - ${promised} - ${lost}) ELSE 0 END)::int`

/** What more than its amount a payment `p` has promised, the bank's share included, in cents. */
export const overpromisedCents = Prisma.sql`greatest(0, ${promised} + ${lost} - p.amount_cents)::int`

/** Failed refunds of a payment `p` since a person last asked for one. */
const failures = Prisma.sql`FROM refunds r WHERE r.payment_id = p.id AND r.state = 'FAILED'
  AND coalesce(r.failure_reason, '') NOT IN (${SUPERSEDED}, ${BANK_GAVE_BACK})
  AND r.requested_at >= coalesce((
    SELECT max(asked.requested_at) FROM refunds asked
    WHERE asked.payment_id = p.id AND asked.requested_by_id IS NOT NULL), '-infinity')`

/** How many of them there are. */
export const failureCount = Prisma.sql`(SELECT count(*)::int ${failures})`

/** The provider's word on the last of them; null when it gave none. */
export const lastFailure = Prisma.sql`(SELECT (array_agg(r.failure_reason ORDER BY r.requested_at, r.id))[count(*)] ${failures})`

/** Whether asking again makes no sense without an admin: it failed too often, or the provider knows no such payment. */
export const waitsForAdmin = Prisma.sql`(SELECT count(*) > ${RETRY_AFTER.length}
  OR coalesce(bool_or(r.failure_reason = ${UNKNOWN_PAYMENT}), false) ${failures})`
