import type { PayoutAccount, PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import type { Database, Prisma, Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { stateOf } from './payout-account-state.ts'
import { inWords } from './requirement-words.ts'

const payoutAccountSelect = {
  providerAccountId: true,
  detailsSubmitted: true,
  transfersEnabled: true,
  payoutsEnabled: true,
  requirementsDue: true,
  disabledReason: true,
  changedAt: true,
} as const satisfies Prisma.PayoutAccountSelect

/** A user's payout account, as the provider said last; null when they have none. */
export function findPayoutAccount(on: Database | Transaction, userId: string) {
  return on.payoutAccount.findUnique({ where: { userId }, select: payoutAccountSelect })
}

/** How far a user's account at the payment provider is, as the provider said last. */
export async function readPayoutState(on: Database | Transaction, userId: string): Promise<PayoutAccountState> {
  const account = await findPayoutAccount(on, userId)
  return account ? stateOf(account) : 'NONE'
}

/** Whether an admin has stopped what would be sent to a user. */
export async function hasFrozenPayouts(on: Database | Transaction, userId: string): Promise<boolean> {
  const user = await on.user.findUnique({ where: { id: userId }, select: { payoutsFrozenAt: true } })
  return user !== null && user.payoutsFrozenAt !== null
}

/** How far the caller's payout account is. It does not ask the provider. */
export async function readPayoutAccount({ database }: Platform, caller: Caller): Promise<PayoutAccount> {
  authorize(caller, 'payout.read-own')
  const account = await findPayoutAccount(database, caller.id)
  const frozen = await hasFrozenPayouts(database, caller.id)
  if (!account) return { state: 'NONE', asks: [], changedAt: null, frozen }
  return {
    state: stateOf(account),
    asks: inWords(account.requirementsDue),
    changedAt: account.changedAt.toISOString(),
    frozen,
  }
}
