import type { Platform } from '../platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

const MINUTE_MS = 60_000
const BATCH = 50

/**
 * Asks the provider about open payments that are older than a minute: what the browser and the webhook have both lost is
 * found here. One that stays open is asked about again after a tenth of its age, so that the old ones cost little.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function reconcilePayments(platform: Platform): Promise<void> {
  const { database, clock } = platform
  const now = clock.now()
  const due = await database.$queryRaw<{ id: string; intent_id: string }[]>`
    SELECT id::text, intent_id FROM payments
    WHERE state = 'PENDING' AND created_at <= ${new Date(now.getTime() - MINUTE_MS)}::timestamptz
      AND (checked_at IS NULL OR checked_at <= ${now}::timestamptz - (${now}::timestamptz - created_at) / 10)
    ORDER BY checked_at NULLS FIRST, created_at LIMIT ${BATCH}`
  for (const { id, intent_id } of due) {
    await settlePayment(platform, { intentId: intent_id })
    await database.payment.updateMany({ where: { id }, data: { checkedAt: now } })
  }
}
