import type { EvidencePart } from '@second-ring/contracts/payments/dispute-evidence'
import type Stripe from 'stripe'
import type { NewEvidence } from '#platform/card-payments.ts'
import { DisputeAnswer, parseAnswer, providerUnavailable } from './stripe-answers.ts'
import { pastKeptFailures, rejectionOf } from './stripe-errors.ts'

/** Where Stripe has a text for each part; its other members take files. */
const members = {
  product: 'product_description',
  buyerName: 'customer_name',
  buyerEmail: 'customer_email_address',
  handedOver: 'service_date',
  refundPolicy: 'refund_policy_disclosure',
  deal: 'access_activity_log',
} as const satisfies Record<EvidencePart, keyof Stripe.DisputeUpdateParams.Evidence>

/** The states in which a dispute takes evidence. */
const waiting: readonly string[] = ['needs_response', 'warning_needs_response']

/**
 * Submits the evidence of an answer once: the dispute is read first, and says which answer it has. Stripe knows an idempotency key
 * for a day, and a job may repeat it later.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function submitStripeEvidence(
  stripe: Stripe,
  { disputeId, answerId, parts, note }: NewEvidence,
  now: Date,
): Promise<'submitted' | { rejected: string }> {
  const texts = parts.map(({ part, text }) => [members[part], text])
  const evidence: Stripe.DisputeUpdateParams.Evidence = {
    ...Object.fromEntries(texts),
    ...(note !== '' && { uncategorized_text: note }),
  }
  const has = ({ metadata, evidence_details: { submission_count: count } }: DisputeAnswer) =>
    count > 0 && metadata.answer === answerId
  const submit = async (idempotencyKey: string) => {
    const params = { evidence, submit: true, metadata: { answer: answerId } }
    return has(parseAnswer(DisputeAnswer, await stripe.disputes.update(disputeId, params, { idempotencyKey })))
  }
  try {
    const dispute = parseAnswer(DisputeAnswer, await stripe.disputes.retrieve(disputeId))
    if (has(dispute)) return 'submitted'
    if (!waiting.includes(dispute.status)) return { rejected: dispute.status }
    const isSubmitted = await pastKeptFailures(submit, { key: `evidence:${answerId}`, now })
    if (!isSubmitted) throw providerUnavailable(new Error(`Dispute ${disputeId} has not got its evidence`))
    return 'submitted'
  } catch (error) {
    const rejected = rejectionOf(error)
    if (rejected === null) throw providerUnavailable(error)
    return { rejected }
  }
}
