import { DomainError } from '@second-ring/contracts/errors'
import type { OrderState } from '@second-ring/contracts/orders/order'
import { Prisma } from '@second-ring/database'
import { isHoldingMoney, isOpenDispute } from '#orders/open-dispute.ts'
import type { Platform } from '#platform/platform.ts'
import { balanceAlone } from './balance-payment.ts'
import { owedCents, waitsForAdmin } from './owed.ts'
import { returnUnmatchedCharge } from './return-unmatched-charge.ts'
import { sendRefund } from './send-refund.ts'
import { settlePayment } from './settle-payment.ts'

interface DuePayment {
  id: string
  intent_id: string
  /** Null while it has no order. */
  order_state: OrderState | null
}

const BATCH = 50
/** So many calls in a row that the provider does not answer, and what else is due likewise waits for the next run. */
const UNANSWERED_MAX = 3

/**
 * Finds what the browser, the webhook and the jobs have lost, by the database's clock: asks the provider about payments
 * that may have moved unheard, promises what is owed, and sends refunds that are due. One that cannot be settled stops
 * no other.
 * @throws the last of what went wrong, after all
 */
export async function reconcilePayments(platform: Platform): Promise<void> {
  const { database } = platform
  const failures: unknown[] = []
  let unanswered = 0
  /** @returns whether the provider answered */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      unanswered = 0
    } catch (error) {
      failures.push(error)
      const isUnanswered = error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
      unanswered = isUnanswered ? unanswered + 1 : 0
      return !isUnanswered
    }
    return true
  }
  // What is owed is the database's to say: it is promised also while the provider is away.
  for (const { id } of await database.$queryRaw<{ id: string }[]>(owing)) {
    await balanceAlone(platform, id).catch(error => failures.push(error))
  }
  const asking = (paymentId: string) =>
    database.$executeRaw`UPDATE payments SET asked_at = now() WHERE id = ${paymentId}::uuid`
  for (const { id } of await database.$queryRaw<{ id: string }[]>(dueRefunds)) {
    if (unanswered === UNANSWERED_MAX) break
    await asking(id)
    await attempt(() => sendRefund(platform, { paymentId: id }))
  }
  unanswered = 0
  for (const { id } of await database.$queryRaw<{ id: string }[]>(dueReturns)) {
    if (unanswered === UNANSWERED_MAX) break
    await attempt(() => returnUnmatchedCharge(platform, { unmatchedChargeId: id }))
  }
  for (const due of [openPayments, unfinishedReturns, heldCharges]) {
    unanswered = 0
    for (const payment of await database.$queryRaw<DuePayment[]>(due)) {
      if (unanswered === UNANSWERED_MAX) break
      await asking(payment.id)
      const isAnswered = await attempt(() => reconcile(platform, payment))
      if (isAnswered) await database.$executeRaw`UPDATE payments SET checked_at = now() WHERE id = ${payment.id}::uuid`
    }
  }
  if (failures.length > 0) throw failures.at(-1)
}

async function reconcile(platform: Platform, { intent_id, order_state }: DuePayment): Promise<void> {
  // A payment that was begun while its order ended: nobody is to be charged for it any more.
  const isOver = order_state === 'CANCELLED' || order_state === 'EXPIRED'
  if (isOver) await platform.cardPayments.cancelIntent(intent_id)
  await settlePayment(platform, { intentId: intent_id })
}

const selected = Prisma.sql`SELECT p.id::text, p.intent_id, o.state::text AS order_state
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE p.created_at <= now() - interval '1 minute'`
// In turn: those about which the provider never answers keep no other from being asked about.
const inTurn = Prisma.sql`ORDER BY p.asked_at NULLS FIRST, p.created_at LIMIT ${BATCH}`

/** Asked about again after a tenth of their age, so that the old ones cost little. */
const openPayments = Prisma.sql`${selected} AND p.state = 'PENDING'
  AND (p.checked_at IS NULL OR p.checked_at <= now() - (now() - p.created_at) / 10) ${inTurn}`

/** Refunds that the provider has and disputes that the bank has: asked about until they end, likewise. */
const unfinishedReturns = Prisma.sql`${selected} AND EXISTS (
    SELECT FROM (
      SELECT r.requested_at AS since FROM refunds r WHERE r.payment_id = p.id AND r.state = 'PENDING'
      UNION ALL SELECT d.opened_at FROM disputes d WHERE d.payment_id = p.id AND ${isOpenDispute}
    ) AS unfinished
    WHERE p.checked_at IS NULL OR p.checked_at <= now() - least((now() - since) / 10, interval '6 hours')
  ) ${inTurn}`

/** For a month after half of their age; what is done about a charge later, a webhook alone tells. */
const heldCharges = Prisma.sql`${selected} AND p.state IN ('SUCCEEDED', 'REFUNDED') AND (p.checked_at IS NULL
    OR (p.created_at > now() - interval '30 days' AND p.checked_at <= now() - (now() - p.created_at) / 2)
  ) ${inTurn}`

/** Of orders that ended lately, and charges without one; the nightly check looks at all. */
const owing = Prisma.sql`SELECT p.id::text FROM payments p LEFT JOIN orders o ON o.id = p.order_id
  WHERE p.id IN (
      SELECT of_order.id FROM orders ended JOIN payments of_order ON of_order.order_id = ended.id
      WHERE ended.state IN ('CANCELLED', 'EXPIRED', 'REFUNDED') AND ended.ended_at > now() - interval '2 days'
      UNION ALL SELECT alone.id FROM payments alone WHERE alone.order_id IS NULL
    )
    AND p.state = 'SUCCEEDED' AND ${owedCents} > 0
    AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'REQUESTED')
    AND NOT ${waitsForAdmin}
  ORDER BY p.id LIMIT ${BATCH}`

/** Those whose own job has had its time. */
const dueRefunds = Prisma.sql`SELECT r.payment_id::text AS id FROM refunds r JOIN payments p ON p.id = r.payment_id
  WHERE r.state = 'REQUESTED' AND r.due_at <= now() - interval '1 minute'
    AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = r.payment_id AND ${isHoldingMoney})
  ORDER BY p.asked_at NULLS FIRST, r.due_at LIMIT ${BATCH}`

/** Charges without a payment that were decided to go back, likewise; by chance, so that none keeps another waiting. */
const dueReturns = Prisma.sql`SELECT id::text FROM unmatched_charges
  WHERE state = 'RETURNING' AND coalesce(decided_at, found_at) <= now() - interval '1 minute'
  ORDER BY random() LIMIT ${BATCH}`
