import type { Platform } from '#platform/platform.ts'
import { applyAccount } from './apply-account.ts'
import { settlePayout } from './settle-payout.ts'

/**
 * Handles a webhook delivery about a connected account, in any order and number. It fetches the current state afresh.
 * @throws DomainError INVALID_INPUT (not signed by the provider), PROVIDER_UNAVAILABLE (it will be delivered again)
 */
export async function receiveConnectEvent(
  platform: Platform,
  { rawBody, signature }: { rawBody: Buffer; signature: string },
): Promise<void> {
  const event = platform.connectedAccounts.verifyEvent(rawBody, signature)
  const lagMs = platform.clock.now().getTime() - event.happenedAt.getTime()
  platform.telemetry.counters?.webhook(Math.max(0, lagMs) / 1000)
  const { accountId, payoutId } = event
  if (accountId === null) return
  if (payoutId !== null) await settlePayout(platform, { accountId, payoutId })
  // Of a payout's event too: one that fails ends the bank account that it went to.
  await applyAccount(platform, { accountId })
}
