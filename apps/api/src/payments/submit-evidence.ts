import { DomainError } from '@second-ring/contracts/errors'
import type { SubmitEvidenceInput } from '@second-ring/contracts/payments/dispute-evidence'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { lockPayment } from './lock-payment.ts'
import { putEvidenceTogether } from './put-evidence-together.ts'
import { whyNotAnswered } from './read-dispute-evidence.ts'
import { sendEvidence } from './send-evidence.ts'

/**
 * Answers the bank about a disputed payment with what is put together from its deal, and what the admin adds. It is stored as it is
 * sent. A job sends it until the provider has it, once.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (answered already, too late, or there is nothing to answer)
 */
export async function submitEvidence(
  platform: Platform,
  caller: Caller,
  { disputeId, note }: SubmitEvidenceInput,
): Promise<{ answerId: string }> {
  authorize(caller, 'payment.oversee')
  const { answerId } = await runTransaction(platform.database, tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const found = await tx.dispute.findUnique({ where: { id: disputeId }, select: { paymentId: true } })
      const payment = found && (await lockPayment(tx, found.paymentId))
      const dispute = payment?.disputes.find(({ id }) => id === disputeId.toLowerCase())
      if (!payment || !dispute) throw new DomainError('NOT_FOUND', 'There is no such dispute.')
      const why = await whyNotAnswered(tx, dispute.id)
      if (why !== null) throw new DomainError('CONFLICT', why)
      const evidence = await putEvidenceTogether(tx, payment.id)
      const { id } = await tx.disputeAnswer.create({
        data: { disputeId: dispute.id, stage: dispute.state, evidence, note, answeredById: caller.id },
        select: { id: true },
      })
      const subject = { type: 'payment', id: payment.id } as const
      await recordAction(tx, { actorId: caller.id, action: 'payment.submit-evidence', subject })
      await platform.jobs.enqueue(tx, 'payments.send-evidence', { answerId: id })
      return { answerId: id }
    }),
  )
  // Sent at once; the job repeats it when the provider does not answer.
  await sendEvidence(platform, { answerId }).catch(() => undefined)
  return { answerId }
}
