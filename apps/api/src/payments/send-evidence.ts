import { formatCents } from '@second-ring/contracts/money'
import { query, run } from '@second-ring/database'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { readEvidence } from './read-dispute-evidence.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Sends an answer to the bank to the provider, once however often it is called: it looks at the provider's dispute first. One
 * that the provider does not take is rejected, and the admins are notified.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function sendEvidence(platform: Platform, { answerId }: { answerId: string }): Promise<void> {
  const { database, cardPayments } = platform
  const answer = await database.disputeAnswer.findFirst({
    where: { id: answerId, state: 'REQUESTED' },
    select: {
      evidence: true,
      note: true,
      dispute: {
        select: { providerId: true, amountCents: true, payment: { select: { intentId: true, orderId: true } } },
      },
    },
  })
  if (!answer) return
  const { evidence, note, dispute } = answer
  const { intentId, orderId } = dispute.payment
  const parts = readEvidence(evidence)
  const sent = await cardPayments.submitEvidence({ answerId, disputeId: dispute.providerId, parts, note })
  const rejection = sent === 'submitted' ? null : sent.rejected
  await runTransaction(database, async tx => {
    const settling = query
      .updateTable('dispute_answers')
      .set(rejection === null ? { state: 'SENT', sent_at: now } : { state: 'REJECTED', rejection })
    const settled = await run(tx, settling.where('id', '=', answerId).where('state', '=', 'REQUESTED').returning('id'))
    if (settled.length === 0 || rejection === null) return
    const message = `The provider does not take the answer to the dispute of ${formatCents(dispute.amountCents)} (${rejection}). Look at it under Money.`
    await notifyAdmins(tx, { kind: 'disputed', message, ...(orderId !== null && { orderId }) })
  })
  // The dispute is under review now; the event, or the reconciler, says so too.
  await settlePayment(platform, { intentId }).catch(() => undefined)
}
