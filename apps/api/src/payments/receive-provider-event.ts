import type { Platform } from '#platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Handles a webhook delivery of the payment provider, in any order and number. It fetches the current state afresh.
 * @throws DomainError INVALID_INPUT (not signed by the provider), PROVIDER_UNAVAILABLE (it will be delivered again)
 */
export async function receiveProviderEvent(
  platform: Platform,
  { rawBody, signature }: { rawBody: Buffer; signature: string },
): Promise<void> {
  const event = platform.cardPayments.verifyEvent(rawBody, signature)
  const lagMs = platform.clock.now().getTime() - event.happenedAt.getTime()
  platform.telemetry.counters?.webhook(Math.max(0, lagMs) / 1000)
  if (event.intentId !== null) await settlePayment(platform, { intentId: event.intentId })
}
