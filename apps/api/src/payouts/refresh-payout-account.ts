import type { PayoutAccount } from '@second-ring/contracts/payouts/payout-account'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { applyAccount } from './apply-account.ts'
import { findPayoutAccount, readPayoutAccount } from './read-payout-account.ts'

/**
 * Asks the payment provider for the caller's account, as they come back from there: its event may be lost, and the job that asks
 * again does so once a day for an account that changed long ago. Does nothing where there is none.
 * @returns how far the account is now
 * @throws DomainError FORBIDDEN, TOO_MANY_REQUESTS, PROVIDER_UNAVAILABLE
 */
export async function refreshPayoutAccount(platform: Platform, caller: Caller): Promise<PayoutAccount> {
  authorize(caller, 'payout.read-own')
  await platform.rateLimits.countAccount('setUpPayouts', caller.id)
  const account = await findPayoutAccount(platform.database, caller.id)
  if (account) await applyAccount(platform, { accountId: account.providerAccountId })
  return readPayoutAccount(platform, caller)
}
