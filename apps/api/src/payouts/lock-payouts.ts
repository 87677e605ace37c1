import type { Transaction } from '@second-ring/database'
import { lockName } from '#platform/advisory-lock.ts'

/** How long a transaction may take that asks the provider, in milliseconds: a call takes 8 s at most, after waits for locks. */
export const ASKING = { timeout: 30_000 }

/** Why the provider was not asked for a payout: an admin has frozen them. */
export const FROZEN = 'payouts_frozen'
/** Why it was not: a bank asks for money that it would have paid out. */
export const DISPUTED = 'payment_disputed'
/** Why a payout is given up of which the seller has come to owe a part. */
export const OWED = 'owed'
/** Why the market itself gives up a payout that it has not sent: nothing has failed at the provider or the bank. */
export const GIVEN_UP: readonly string[] = [FROZEN, DISPUTED, OWED]

/**
 * Locks what is sent to a seller until the transaction's end. Whatever sends them money asks the provider within that
 * transaction, and a freeze of their payouts takes the same lock: it waits for a call that is under way, and none follows it.
 */
export async function lockPayouts(tx: Transaction, sellerId: string): Promise<void> {
  await lockName(tx, `second-ring/payouts/${sellerId}`)
}
