import type { TransferState } from '@second-ring/database'
import { query, run, type Transaction } from '@second-ring/database'
import { postTransferReversed, postTransferSent } from '#ledger/post-transfer.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { TransitionTable } from '#platform/transition-table.ts'

/**
 * PENDING until the provider has made it, or says that it does not. What had FAILED was made after all when another process
 * asked at the same time and was let through: the provider's word holds. The same for transfers and their reversals.
 */
export const transferTransitions = {
  PENDING: ['SENT', 'FAILED'],
  SENT: [],
  FAILED: ['SENT'],
} as const satisfies TransitionTable<TransferState>

interface Sent {
  id: string
  /** The provider's id of it. */
  providerId: string
}

interface Failed {
  id: string
  reason: string
}

/** The provider has made a transfer: it is posted, once. @returns false when that is known */
export async function recordTransferSent(tx: Transaction, { id, providerId }: Sent): Promise<boolean> {
  const sending = query
    .updateTable('transfers')
    .set({ state: 'SENT', provider_id: providerId, failure_reason: null, settled_at: now, asked_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['PENDING', 'FAILED'])
    .returning(['order_id as orderId', 'seller_id as sellerId', 'amount_cents as amountCents'])
  const [sent] = await run(tx, sending)
  if (!sent) return false
  await postTransferSent(tx, { id, ...sent })
  const subject = { type: 'order', id: sent.orderId } as const
  await recordAction(tx, { actorId: null, action: 'payout.transfer', subject, reason: providerId })
  // What has come may be paid out.
  const paying = query.updateTable('payout_accounts').set('payout_asked_at', null)
  await run(tx, paying.where('user_id', '=', sent.sellerId))
  return true
}

/** A transfer was not made, and never will be. @returns false when it was not PENDING */
export async function recordTransferFailed(tx: Transaction, { id, reason }: Failed): Promise<boolean> {
  const failing = query
    .updateTable('transfers')
    .set({ state: 'FAILED', failure_reason: reason, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
  return (await run(tx, failing)).length === 1
}

/** The provider has taken a part of a transfer back: it is posted, once. @returns false when that is known */
export async function recordReversalSent(tx: Transaction, { id, providerId }: Sent): Promise<boolean> {
  const sending = query
    .updateTable('transfer_reversals')
    .set({ state: 'SENT', provider_id: providerId, failure_reason: null, settled_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['PENDING', 'FAILED'])
    .returning(['transfer_id', 'amount_cents as amountCents'])
  const [reversal] = await run(tx, sending)
  if (!reversal) return false
  const { amountCents } = reversal
  const lessening = query
    .updateTable('transfers')
    .set(({ eb }) => ({ reversed_cents: eb('reversed_cents', '+', amountCents) }))
    .where('id', '=', reversal.transfer_id)
    .returning(['order_id as orderId', 'seller_id as sellerId'])
  const [transfer] = await run(tx, lessening)
  if (!transfer) throw new Error(`There is no transfer ${reversal.transfer_id}`)
  await postTransferReversed(tx, { id, amountCents, ...transfer })
  const subject = { type: 'order', id: transfer.orderId } as const
  await recordAction(tx, { actorId: null, action: 'payout.reverse-transfer', subject, reason: providerId })
  return true
}

/** A reversal was not made, and never will be. @returns false when it was not PENDING */
export async function recordReversalFailed(tx: Transaction, { id, reason }: Failed): Promise<boolean> {
  const failing = query
    .updateTable('transfer_reversals')
    .set({ state: 'FAILED', failure_reason: reason, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
  return (await run(tx, failing)).length === 1
}
