import type { DisputeCause } from '../cards/behaviours.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { newId } from '../state/new-id.ts'
import type { CardRecord, ChargeRecord, DisputeRecord } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { INQUIRY_TIME_S, RESPONSE_TIME_S } from './dispute-times.ts'
import { withdrawFunds } from './move-funds.ts'
import { presentDispute } from './present-dispute.ts'

export type NewDispute = Pick<DisputeRecord, 'reason' | 'caseType' | 'enhancedType'> & {
  /** Cents; the whole charge when not given. */
  amount?: number
  /** An inquiry or a chargeback waits for an answer; a prevented one is over before it begins. */
  status: 'warning_needs_response' | 'needs_response' | 'prevented'
}

/**
 * The cardholder's bank disputes a charge. A chargeback takes its amount back until the dispute is over.
 * @throws ApiError 400 when the charge was not paid or is smaller than the dispute
 */
export function openDispute(context: Context, charge: ChargeRecord, asked: NewDispute): DisputeRecord {
  const { amount = charge.amount, status, ...rest } = asked
  if (charge.failure) throw notAllowed(`Charge ${charge.id} was not paid.`)
  if (amount > charge.amount) throw notAllowed('A dispute is of at most the charge’s amount.', { param: 'amount' })
  const dueBy = context.now + RESPONSE_TIME_S
  const opened: DisputeRecord = {
    id: newId('du'),
    created: context.now,
    chargeId: charge.id,
    intentId: charge.intentId,
    amount,
    currency: charge.currency,
    status,
    networkReasonCode: networkReasonCode(rest, context.tx.get('paymentMethods', charge.paymentMethodId)?.card),
    evidence: {},
    submissionCount: 0,
    dueBy,
    pastDue: false,
    metadata: {},
    balanceTransactionIds: [],
    settlement: settlementOf(status, context.now),
    ...rest,
  }
  const dispute = status === 'needs_response' ? withdrawFunds(context, opened) : opened
  const disputed: ChargeRecord = { ...charge, disputed: true }
  context.tx.put('disputes', dispute)
  context.tx.put('charges', disputed)
  if (dispute.settlement) context.toSettle.push({ name: 'disputes', id: dispute.id })
  const object = presentDispute(dispute, context.tx)
  recordEvent(context, 'charge.dispute.created', { object })
  if (status === 'needs_response') recordEvent(context, 'charge.dispute.funds_withdrawn', { object })
  if (!charge.disputed) {
    const shown = presentCharge(disputed, context.tx)
    recordEvent(context, 'charge.updated', { object: shown, previousAttributes: { disputed: false } })
  }
  return dispute
}

/** The dispute that a test card brings about. */
export function disputeFor(cause: DisputeCause, card: CardRecord): NewDispute {
  const chargeback = { caseType: 'chargeback', status: 'needs_response', enhancedType: null } as const
  switch (cause) {
    case 'fraudulent':
    case 'product_not_received':
      return { ...chargeback, reason: cause }
    case 'compelling_evidence':
      return { ...chargeback, reason: 'fraudulent', enhancedType: 'visa_compelling_evidence_3' }
    case 'compliance':
      return {
        ...chargeback,
        reason: 'noncompliant',
        caseType: 'compliance',
        enhancedType: card.brand === 'mastercard' ? 'mastercard_compliance' : 'visa_compliance',
      }
    case 'inquiry':
      return { ...chargeback, reason: 'fraudulent', caseType: 'inquiry', status: 'warning_needs_response' }
  }
}

/** A chargeback that nobody answers is lost; an inquiry that the bank leaves at that closes. */
function settlementOf(status: NewDispute['status'], now: number): DisputeRecord['settlement'] {
  if (status === 'prevented') return null
  return status === 'needs_response'
    ? { atMs: (now + RESPONSE_TIME_S) * 1000, to: 'lost' }
    : { atMs: (now + INQUIRY_TIME_S) * 1000, to: 'warning_closed' }
}

/** Source: the reason codes of Visa and Mastercard; other networks are shown with Visa's. */
function networkReasonCode({ reason, caseType }: Pick<DisputeRecord, 'reason' | 'caseType'>, card?: CardRecord) {
  if (caseType === 'inquiry') return '10'
  const isMastercard = card?.brand === 'mastercard'
  if (reason === 'fraudulent') return isMastercard ? '4837' : '10.4'
  return isMastercard ? '4853' : '13.1'
}
