import { formatCents } from '@second-ring/contracts/money'
import type { Transaction } from '@second-ring/database'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { tell } from '#notifications/tell.ts'
import { recordAct } from '#platform/audit.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import type { Platform } from '#platform/platform.ts'
import type { UnmatchedCause } from './find-payment.ts'

interface Unmatched {
  intent: PaymentIntent
  cause: UnmatchedCause
}

/** So many may go back by themselves in an hour; what comes beyond them looks like a mistake of ours. */
const RETURNED_PER_HOUR_MAX = 3

const causes: Record<UnmatchedCause, string> = {
  'unknown-order': 'its order is not in the database, as after a restore',
  'wrong-amount': 'it is not of its order’s price',
  'second-charge': 'its order was charged before',
  'no-order': 'it was made for no order',
}

/** A return that the card's bank sent back: the charge waits for an admin again. */
async function reopenIfReturnFailed(
  tx: Transaction,
  { id: intentId, amountCents, refunds }: PaymentIntent,
): Promise<void> {
  if (refunds.length === 0 || refunds.some(({ status }) => status !== 'FAILED')) return
  const [failed] = await tx.$queryRaw<{ id: string; charge_id: string }[]>`
    UPDATE unmatched_charges SET state = 'WAITING' WHERE intent_id = ${intentId} AND state = 'RETURNED'
    RETURNING id::text, charge_id`
  if (!failed) return
  const reason = refunds.at(-1)?.failureReason ?? 'unknown'
  await recordAct(tx, {
    actorId: null,
    action: 'charge.return-failed',
    subject: { type: 'charge', id: failed.id },
    reason,
  })
  const what = `The charge ${failed.charge_id} of ${formatCents(amountCents)}, which fits no order, did not go back after all`
  await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${what} (${reason}). Decide what is done with it.` })
}

/**
 * Writes down a charge of this market that fits no payment, once. It goes back to its card by itself, unless its order is
 * unknown, some order was unknown within the last day, or too many came within the hour: then it waits for an admin.
 */
export async function recordUnmatchedCharge(
  tx: Transaction,
  platform: Platform,
  { intent, cause }: Unmatched,
): Promise<void> {
  const { charge } = intent
  if (!charge) throw new Error(`The intent ${intent.id} has no charge`)
  // One after the other, so that each is counted by the next.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('second-ring/unmatched-charges', 0))`
  const [made] = await tx.$queryRaw<{ id: string; returns: boolean }[]>`
    INSERT INTO unmatched_charges (charge_id, intent_id, amount_cents, currency, cause, charged_at, state)
    SELECT ${charge.id}, ${intent.id}, ${intent.amountCents}, ${intent.currency}, ${cause}, ${charge.at}::timestamptz,
      CASE WHEN ${cause} <> 'unknown-order'
        AND NOT EXISTS (SELECT FROM unmatched_charges
          WHERE cause = 'unknown-order' AND found_at > now() - interval '24 hours')
        AND (SELECT count(*) FROM unmatched_charges WHERE found_at > now() - interval '1 hour') < ${RETURNED_PER_HOUR_MAX}
        THEN 'RETURNING' ELSE 'WAITING' END::unmatched_charge_state
    ON CONFLICT (charge_id) DO NOTHING RETURNING id::text, state = 'RETURNING' AS returns`
  if (!made) return reopenIfReturnFailed(tx, intent)
  await recordAct(tx, {
    actorId: null,
    action: 'charge.find-unmatched',
    subject: { type: 'charge', id: made.id },
    reason: `${charge.id}: ${causes[cause]}`,
  })
  const about = `A charge of ${formatCents(intent.amountCents)} (${charge.id}) fits no order: ${causes[cause]}.`
  if (!made.returns) {
    await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${about} Decide whether it goes back.` })
    return
  }
  await platform.jobs.enqueue(tx, 'payments.return-charge', { unmatchedChargeId: made.id })
  await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${about} It goes back to its card.` })
  if (intent.buyerId === null) return
  const message = `A charge of ${formatCents(intent.amountCents)} was one too many. It goes back to your card.`
  await tell(tx, { userId: intent.buyerId, kind: 'refunded', message })
}
