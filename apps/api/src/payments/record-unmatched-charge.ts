import { formatCents } from '@second-ring/contracts/money'
import { query, run, type Tables, type Transaction } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import { postUnmatchedCharge } from '#ledger/post-unmatched-charge.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { recordAction } from '#platform/audit.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { UnmatchedCause } from './find-payment.ts'

interface Unmatched {
  intent: PaymentIntent
  cause: UnmatchedCause
}

/** Serializes what becomes of them. */
export const UNMATCHED_CHARGES = 'second-ring/unmatched-charges'

/** So many are refunded automatically in an hour; more look like a defect. */
const RETURNED_PER_HOUR_MAX = 3

const causes: Record<UnmatchedCause, string> = {
  'unknown-order': 'its order is not in the database, as after a restore',
  'wrong-amount': 'it is not of its order’s price',
  'second-charge': 'its order was charged before',
  'no-order': 'it was made for no order',
}

const UNKNOWN_ORDER = 'unknown-order' satisfies UnmatchedCause

const { and, eb, exists, not, selectFrom } = expressionBuilder<Tables>()
const unmatched = selectFrom('unmatched_charges')
const lately = unmatched.where('found_at', '>', ago('1 hour')).select(({ fn }) => fn.countAll().as('count'))
/** Whether no order was unknown within the last day, and not too many charges came within the hour. */
const isOrdinary = and([
  not(exists(unmatched.where('cause', '=', UNKNOWN_ORDER).where('found_at', '>', ago('24 hours')))),
  eb(lately.$asScalar(), '<', RETURNED_PER_HOUR_MAX),
])

/** A return that the card's bank sent back: the charge waits for an admin again. */
async function reopenIfReturnFailed(
  tx: Transaction,
  { id: intentId, amountCents, refunds }: PaymentIntent,
): Promise<void> {
  if (refunds.length === 0 || refunds.some(({ status }) => status !== 'FAILED')) return
  const returned = query
    .updateTable('unmatched_charges')
    .where('intent_id', '=', intentId)
    .where('state', '=', 'RETURNED')
  const [failed] = await run(tx, returned.set({ state: 'WAITING' }).returning(['id', 'charge_id']))
  if (!failed) return
  const reason = refunds.at(-1)?.failureReason ?? 'unknown'
  await recordAction(tx, {
    actorId: null,
    action: 'charge.return-failed',
    subject: { type: 'charge', id: failed.id },
    reason,
  })
  const what = `The charge ${failed.charge_id} of ${formatCents(amountCents)}, which fits no order, did not go back after all`
  await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${what} (${reason}). Decide what is done with it.` })
}

/** Whether nothing of a charge is left: it went back, or a bank took it. */
function isWhollyReturned({ amountCents, refunds, disputes }: PaymentIntent): boolean {
  const refunded = refunds.filter(({ status }) => status !== 'FAILED')
  const lost = disputes.filter(({ status }) => status === 'LOST')
  return [...refunded, ...lost].reduce((sum, row) => sum + row.amountCents, 0) >= amountCents
}

/**
 * Records a charge of this market that fits no payment, once, and posts what became of it since. One that has gone back
 * already is left alone. A new one is refunded automatically, unless its order is unknown, some order was unknown within the
 * last day, or too many came within the hour: then it waits for an admin.
 */
export async function recordUnmatchedCharge(
  tx: Transaction,
  platform: Platform,
  { intent, cause }: Unmatched,
): Promise<void> {
  const { charge } = intent
  if (!charge) throw new Error(`The intent ${intent.id} has no charge`)
  // Serialized, so that each is counted by the next.
  await lockName(tx, UNMATCHED_CHARGES)
  const known = await tx.unmatchedCharge.findUnique({ where: { chargeId: charge.id }, select: { id: true } })
  if (known) {
    await postUnmatchedCharge(tx, { unmatchedChargeId: known.id, intent })
    return reopenIfReturnFailed(tx, intent)
  }
  if (isWhollyReturned(intent)) return
  const { id: charge_id, at: charged_at } = charge
  const { id: intent_id, amountCents: amount_cents, currency } = intent
  const recording = query
    .insertInto('unmatched_charges')
    .values(({ cast, eb }) => {
      const mayReturn = eb.case().when(isOrdinary).then('RETURNING').else('WAITING').end()
      const state =
        cause === UNKNOWN_ORDER ? 'WAITING' : cast<'RETURNING' | 'WAITING'>(mayReturn, sql`unmatched_charge_state`)
      return { charge_id, intent_id, amount_cents, currency, cause, charged_at, state }
    })
    .returning(['id', 'state'])
  const [made] = await run(tx, recording)
  if (!made) throw new Error(`The charge ${charge.id} was not recorded`)
  await postUnmatchedCharge(tx, { unmatchedChargeId: made.id, intent })
  await recordAction(tx, {
    actorId: null,
    action: 'charge.find-unmatched',
    subject: { type: 'charge', id: made.id },
    reason: `${charge.id}: ${causes[cause]}`,
  })
  const about = `A charge of ${formatCents(intent.amountCents)} (${charge.id}) fits no order: ${causes[cause]}.`
  if (made.state !== 'RETURNING') {
    await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${about} Decide whether it goes back.` })
    return
  }
  await platform.jobs.enqueue(tx, 'payments.return-charge', { unmatchedChargeId: made.id })
  await notifyAdmins(tx, { kind: 'charge-unmatched', message: `${about} It goes back to its card.` })
  if (intent.buyerId === null) return
  const message = `A charge of ${formatCents(intent.amountCents)} was one too many. It goes back to your card.`
  await notifyUser(tx, { userId: intent.buyerId, kind: 'refunded', message })
}
