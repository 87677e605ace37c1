import { postUnmatchedCharge } from '#ledger/post-unmatched-charge.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { UNMATCHED_CHARGES } from './record-unmatched-charge.ts'

/**
 * Refunds a charge that fits no order and that was decided to be refunded. Idempotent. One that the
 * provider cannot give back waits for an admin.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function returnUnmatchedCharge(
  { database, cardPayments }: Platform,
  { unmatchedChargeId: id }: { unmatchedChargeId: string },
): Promise<void> {
  const charge = await database.unmatchedCharge.findFirst({
    where: { id, state: 'RETURNING' },
    select: { chargeId: true, intentId: true },
  })
  if (!charge) return
  const intent = await cardPayments.retrieveIntent(charge.intentId)
  const failed = intent?.refunds.filter(({ status }) => status === 'FAILED').length ?? 0
  const outcome = await cardPayments.returnCharge(charge.chargeId, failed)
  const isReturned = outcome === 'succeeded' || outcome === 'pending'
  const after = await cardPayments.retrieveIntent(charge.intentId)
  await database.$transaction(async tx => {
    await lockName(tx, UNMATCHED_CHARGES)
    const { count } = await tx.unmatchedCharge.updateMany({
      where: { id, state: 'RETURNING' },
      data: { state: isReturned ? 'RETURNED' : 'WAITING' },
    })
    if (count === 0) return
    if (after) await postUnmatchedCharge(tx, { unmatchedChargeId: id, intent: after })
    if (isReturned) {
      await recordAction(tx, { actorId: null, action: 'charge.return', subject: { type: 'charge', id } })
      return
    }
    const why = outcome === 'disputed' ? 'the cardholder’s bank disputes it' : 'the provider could not do it'
    const message = `The charge ${charge.chargeId}, which fits no order, did not go back: ${why}.`
    await notifyAdmins(tx, { kind: 'charge-unmatched', message })
  })
}
