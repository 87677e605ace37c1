import { Id } from '@second-ring/contracts/ids'
import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import type Stripe from 'stripe'
import type { NewRefund, ProviderDispute, ProviderRefund } from '#platform/card-payments.ts'
import { DisputeAnswer, parseAnswer, providerUnavailable, RefundAnswer } from './stripe-answers.ts'
import { pastKeptFailures, rejectionOf } from './stripe-errors.ts'
import { readAll } from './stripe-lists.ts'

/** All refunds of an intent's charge. @throws DomainError PROVIDER_UNAVAILABLE */
export async function refundsOf(stripe: Stripe, intentId: string): Promise<ProviderRefund[]> {
  const answers = await readAll(RefundAnswer, page => stripe.refunds.list({ ...page, payment_intent: intentId }))
  return answers.map(toRefund)
}

/** All disputes of an intent's charge. @throws DomainError PROVIDER_UNAVAILABLE */
export async function disputesOf(stripe: Stripe, intentId: string): Promise<ProviderDispute[]> {
  const answers = await readAll(DisputeAnswer, page => stripe.disputes.list({ ...page, payment_intent: intentId }))
  return answers.map(toDispute)
}

/**
 * Makes a refund under a key of its own, so that it is made once. What the provider stored under that key a while ago is
 * not how things are now: then the refund is looked up, or requested under the next key.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function createStripeRefund(
  stripe: Stripe,
  { intentId, amountCents, refundId }: NewRefund,
  now: Date,
): Promise<ProviderRefund | { rejected: string }> {
  const params = { payment_intent: intentId, amount: amountCents, metadata: { refundId } }
  const create = async (idempotencyKey: string) =>
    toRefund(parseAnswer(RefundAnswer, await stripe.refunds.create(params, { idempotencyKey })))
  const find = async () => (await refundsOf(stripe, intentId)).find(refund => refund.refundId === refundId)
  try {
    return await pastKeptFailures(create, { key: `refund:${refundId}`, now, find })
  } catch (error) {
    const rejected = rejectionOf(error)
    if (rejected === null) throw providerUnavailable(error)
    return { rejected }
  }
}

const refundStates: Partial<Record<string, ProviderRefund['status']>> = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

export function toRefund(refund: RefundAnswer): ProviderRefund {
  const status = refundStates[refund.status ?? ''] ?? 'PENDING'
  return {
    id: refund.id,
    amountCents: refund.amount,
    status,
    failureReason: status === 'FAILED' ? (refund.failure_reason ?? refund.status) : null,
    refundId: Id.safeParse(refund.metadata?.refundId).data ?? null,
  }
}

/** What is appealed was lost. Others are with the bank. */
const disputeStates: Partial<Record<string, DisputeState>> = {
  warning_needs_response: 'INQUIRY',
  warning_under_review: 'INQUIRY',
  warning_closed: 'WON',
  needs_response: 'NEEDS_RESPONSE',
  won: 'WON',
  lost: 'LOST',
  appeal_needs_response: 'LOST',
  appeal_under_review: 'LOST',
}

export function toDispute(dispute: DisputeAnswer): ProviderDispute {
  const { due_by: dueBy } = dispute.evidence_details
  return {
    id: dispute.id,
    amountCents: dispute.amount,
    status: dispute.status === 'prevented' ? preventedAs(dispute) : (disputeStates[dispute.status] ?? 'UNDER_REVIEW'),
    reason: dispute.reason,
    dueAt: dueBy === null || dueBy === 0 ? null : new Date(dueBy * 1000),
    createdAt: new Date(dispute.created * 1000),
    fees: dispute.balance_transactions.filter(({ fee }) => fee !== 0).map(({ id, fee: cents }) => ({ id, cents })),
  }
}

/** What the provider settled by itself was lost if it took the money; otherwise there is nothing to claim back any more. */
function preventedAs({ balance_transactions: movements }: DisputeAnswer): DisputeState {
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'LOST' : 'WON'
}
