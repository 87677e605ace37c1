import type { PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { ACCOUNT_INVALID } from '#payments/waiting-on-accounts.ts'
import type { ConnectedAccount } from '#platform/connected-accounts.ts'

/** What the provider says of an account. */
export type AccountStatus = Omit<ConnectedAccount, 'id'>

/** What is known of such an account. */
export const invalidAccount: AccountStatus = {
  detailsSubmitted: false,
  transfersEnabled: false,
  payoutsEnabled: false,
  requirementsDue: [],
  disabledReason: ACCOUNT_INVALID,
}

/** How far an account is, by what the provider says of it. */
export function stateOf(account: AccountStatus): PayoutAccountState {
  const { requirementsDue, disabledReason } = account
  if (disabledReason === ACCOUNT_INVALID) return 'NONE'
  if (!account.detailsSubmitted) return 'UNFINISHED'
  const isAsked = requirementsDue.length > 0
  if (account.transfersEnabled && account.payoutsEnabled) return isAsked ? 'ASKED' : 'READY'
  if (disabledReason?.startsWith('rejected.')) return 'REJECTED'
  return isAsked ? 'DISABLED' : 'CHECKING'
}
