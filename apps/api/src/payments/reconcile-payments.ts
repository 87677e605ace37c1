import { DomainError } from '@second-ring/contracts/errors'
import type { OrderState } from '@second-ring/contracts/orders/order'
import type { Platform } from '../platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

interface DuePayment {
  id: string
  intent_id: string
  order_state: OrderState
}

const MINUTE_MS = 60_000
/** A charge is asked about for so long; what is done about it later, a webhook alone tells. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS
const BATCH = 50
/** So many calls in a row that the provider does not answer, and it is left alone until the next run. */
const UNANSWERED_MAX = 3

/**
 * Asks the provider about payments that are older than a minute and may have moved unheard: what the browser and the
 * webhook have both lost is found here. An open one is asked about again after a tenth of its age, a charge that its
 * order has after half of it, so that the old ones cost little. One that cannot be settled stops no other.
 * @throws the last of what went wrong, after all
 */
export async function reconcilePayments(platform: Platform): Promise<void> {
  const { database, clock } = platform
  const now = clock.now()
  let failure: unknown
  let unanswered = 0
  for (const payment of [...(await openPayments(platform, now)), ...(await keptCharges(platform, now))]) {
    try {
      await reconcile(platform, payment)
      unanswered = 0
    } catch (error) {
      failure = error
      const isUnanswered = error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
      unanswered = isUnanswered ? unanswered + 1 : 0
      if (unanswered === UNANSWERED_MAX) break
      if (isUnanswered) continue
    }
    await database.payment.updateMany({ where: { id: payment.id }, data: { checkedAt: now } })
  }
  if (failure !== undefined) throw failure
}

async function reconcile(platform: Platform, { intent_id, order_state }: DuePayment): Promise<void> {
  // A payment that was begun while its order ended: nobody is to be charged for it any more.
  const isOver = order_state === 'CANCELLED' || order_state === 'EXPIRED'
  if (isOver) await platform.cardPayments.cancelIntent(intent_id)
  await settlePayment(platform, { intentId: intent_id })
}

function openPayments({ database }: Platform, now: Date): Promise<DuePayment[]> {
  return database.$queryRaw`
    SELECT p.id::text, p.intent_id, o.state::text AS order_state FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.state = 'PENDING' AND p.created_at <= ${minuteBefore(now)}::timestamptz
      AND (p.checked_at IS NULL OR p.checked_at <= ${now}::timestamptz - (${now}::timestamptz - p.created_at) / 10)
    ORDER BY p.checked_at NULLS FIRST, p.created_at LIMIT ${BATCH}`
}

function keptCharges({ database }: Platform, now: Date): Promise<DuePayment[]> {
  return database.$queryRaw`
    SELECT p.id::text, p.intent_id, o.state::text AS order_state FROM orders o JOIN payments p ON p.order_id = o.id
    WHERE o.state IN ('PAID', 'COMPLETED') AND p.state = 'SUCCEEDED'
      AND p.created_at BETWEEN ${new Date(now.getTime() - KEPT_MS)}::timestamptz AND ${minuteBefore(now)}::timestamptz
      AND (p.checked_at IS NULL OR p.checked_at <= ${now}::timestamptz - (${now}::timestamptz - p.created_at) / 2)
    ORDER BY p.checked_at NULLS FIRST, p.created_at LIMIT ${BATCH}`
}

function minuteBefore(now: Date): Date {
  return new Date(now.getTime() - MINUTE_MS)
}
