import { formatCents } from '@second-ring/contracts/money'
import { type PayoutState, query, run, type Transaction } from '@second-ring/database'
import { postPayoutPaid, postPayoutReturned } from '#ledger/post-transfer.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { type AuditedAction, recordAction } from '#platform/audit.ts'
import type { ProviderPayout } from '#platform/connected-accounts.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { adviceIfAdmin, mailedToAdmin } from './advice-to-admin.ts'
import { describePayoutFailure } from './payout-failures.ts'
import { payoutTransitions } from './payout-transitions.ts'

interface PayoutRow {
  id: string
  sellerId: string
  amountCents: number
  state: PayoutState
  providerId: string | null
}

/** What became of a payout. */
interface Outcome {
  row: PayoutRow
  to: PayoutState
  providerId: string | null
  arrivesAt: Date | null
  failureReason: string | null
}

/**
 * Brings a payout to what the provider says of it, in whatever order that comes: its money is posted when it arrives, and when
 * the bank sends it back after that; the seller is notified.
 * @returns false when nothing is new
 */
export async function applyPayout(
  tx: Transaction,
  platform: Platform,
  { id, payout }: { id: string; payout: ProviderPayout },
): Promise<boolean> {
  const row = await lockPayout(tx, id)
  if (!row) return false
  // It stays as it ended, whoever was told late.
  if (row.state === 'FAILED' && row.providerId !== null) return false
  const { id: providerId, arrivesAt, failureReason } = payout
  const hasFailed = payout.status === 'failed' || payout.status === 'canceled'
  const failed = row.state === 'PAID' ? 'RETURNED' : 'FAILED'
  const to = hasFailed ? failed : payout.status === 'paid' ? 'PAID' : 'IN_TRANSIT'
  const reason = hasFailed ? (failureReason ?? payout.status) : null
  return movePayout(tx, platform, { row, to, providerId, arrivesAt, failureReason: reason })
}

/** The provider does not make a payout. @returns false when it has made it all the same, or it is known */
export async function rejectPayout(
  tx: Transaction,
  platform: Platform,
  { id, failureReason }: { id: string; failureReason: string },
): Promise<boolean> {
  const row = await lockPayout(tx, id)
  if (row?.state !== 'REQUESTED') return false
  return movePayout(tx, platform, { row, to: 'FAILED', providerId: null, arrivesAt: null, failureReason })
}

async function lockPayout(tx: Transaction, id: string): Promise<PayoutRow | undefined> {
  const [row] = await run(
    tx,
    query
      .selectFrom('payouts')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .select(['id', 'seller_id as sellerId', 'amount_cents as amountCents', 'state', 'provider_id as providerId']),
  )
  return row
}

async function movePayout(tx: Transaction, platform: Platform, outcome: Outcome): Promise<boolean> {
  const { row, to, providerId, arrivesAt, failureReason } = outcome
  const next: readonly PayoutState[] = payoutTransitions[row.state]
  if (!next.includes(to)) return false
  const { id, sellerId, amountCents } = row
  const settledAt = to === 'IN_TRANSIT' ? null : now
  const moving = query.updateTable('payouts').set({
    state: to,
    provider_id: providerId,
    arrives_at: arrivesAt,
    failure_reason: failureReason,
    settled_at: settledAt,
  })
  await run(tx, moving.where('id', '=', id))
  if (to === 'PAID') await postPayoutPaid(tx, { id, sellerId, amountCents })
  if (to === 'RETURNED') await postPayoutReturned(tx, { id, sellerId, amountCents })
  await notify(tx, platform, outcome)
  return true
}

const acts: Partial<Record<PayoutState, AuditedAction['action']>> = {
  PAID: 'payout.arrive',
  FAILED: 'payout.fail',
  RETURNED: 'payout.return',
}

async function notify(tx: Transaction, { operatorEmail }: Platform, outcome: Outcome): Promise<void> {
  const { row, to, arrivesAt, failureReason } = outcome
  const { id, sellerId, amountCents } = row
  const money = formatCents(amountCents)
  const userId = sellerId
  const action = acts[to]
  if (action) {
    const reason = failureReason === null ? `${money}, payout ${id}` : `${money}, payout ${id}: ${failureReason}`
    await recordAction(tx, { actorId: null, action, subject: { type: 'user', id: sellerId }, reason })
  }
  if (to === 'IN_TRANSIT') {
    const when = arrivesAt === null ? 'in some days' : `by ${days.format(arrivesAt)}`
    const message = `Your money is on its way: ${money}. It should be at your bank ${when}.`
    await notifyUser(tx, { userId, kind: 'payout-sent', message })
  } else if (to === 'PAID') {
    await notifyUser(tx, { userId, kind: 'payout-arrived', message: `Your money has arrived at your bank: ${money}.` })
  } else {
    const way = await adviceIfAdmin(tx, { userId, operatorEmail })
    const why = describePayoutFailure(failureReason, way)
    const what = to === 'RETURNED' ? `Your bank sent ${money} back` : `The payout of ${money} to your bank failed`
    const message = `${what}: ${why} The money is still yours, and is sent again.`
    await notifyUser(tx, { userId, kind: 'payout-failed', message, ...(way !== null && mailedToAdmin) })
  }
}

const days = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
