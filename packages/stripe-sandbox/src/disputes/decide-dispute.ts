import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import type { DisputeRecord, DisputeStatus, EventType } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { appealTransitions, disputeTransitions, isClosed } from './dispute-states.ts'
import { RESPONSE_TIME_S } from './dispute-times.ts'
import { reinstateFunds, withdrawFunds } from './move-funds.ts'
import { presentDispute } from './present-dispute.ts'

/**
 * A dispute moves on: it comes under review, is decided, or an inquiry becomes a chargeback. Funds move with it.
 * @throws ApiError 400 when its status does not allow it
 */
export function decideDispute(context: Context, dispute: DisputeRecord, to: DisputeStatus): DisputeRecord {
  if (isClosed(dispute)) throw alreadyClosed()
  if (!disputeTransitions[dispute.status].includes(to)) {
    throw notAllowed(`A dispute that is ${dispute.status} does not become ${to}.`)
  }
  const decided = withFundsMoved(context, { ...dispute, status: to, settlement: settlementOf(dispute, to, context) })
  context.tx.put('disputes', decided)
  if (decided.settlement) context.toSettle.push({ name: 'disputes', id: decided.id })
  recordDecision(context, dispute, decided)
  if (to === 'needs_response') failPendingRefunds(context, decided)
  return decided
}

/**
 * An appeal against a lost dispute is won: the bank gives its funds back, and the dispute is won.
 * @throws ApiError 400 when it was not lost
 */
export function winAppeal(context: Context, dispute: DisputeRecord): DisputeRecord {
  const to = appealTransitions[dispute.status]
  if (to === undefined) throw notAllowed(`A dispute that is ${dispute.status} has nothing to appeal against.`)
  const decided = reinstateFunds(context, { ...dispute, status: to })
  context.tx.put('disputes', decided)
  recordDecision(context, dispute, decided, 'charge.dispute.updated')
  return decided
}

/** Carries out what was to become of a dispute by itself, if its time has come. */
export function settleDueDispute(context: Context, id: string): void {
  const dispute = context.tx.get('disputes', id)
  if (!dispute?.settlement || dispute.settlement.atMs > context.now * 1000) return
  const isUnanswered = dispute.status === 'needs_response' && dispute.settlement.to === 'lost'
  decideDispute(context, { ...dispute, pastDue: isUnanswered }, dispute.settlement.to)
}

export function alreadyClosed(): Error {
  return notAllowed('This dispute is already closed')
}

function withFundsMoved(context: Context, dispute: DisputeRecord): DisputeRecord {
  if (dispute.status === 'won') return reinstateFunds(context, dispute)
  if (dispute.status !== 'needs_response') return dispute
  const dueBy = context.now + RESPONSE_TIME_S
  return withdrawFunds(context, { ...dispute, caseType: 'chargeback', networkReasonCode: '10.4', dueBy })
}

function settlementOf(before: DisputeRecord, to: DisputeStatus, { now }: Context): DisputeRecord['settlement'] {
  if (to === 'needs_response') return { atMs: (now + RESPONSE_TIME_S) * 1000, to: 'lost' }
  return to === 'warning_under_review' ? before.settlement : null
}

function recordDecision(
  context: Context,
  before: DisputeRecord,
  dispute: DisputeRecord,
  type: EventType = isClosed(dispute) ? 'charge.dispute.closed' : 'charge.dispute.updated',
): void {
  const object = presentDispute(dispute, context.tx)
  const happened = { object, previousAttributes: { status: before.status } }
  if (dispute.status === 'won') recordEvent(context, 'charge.dispute.funds_reinstated', { object })
  recordEvent(context, type, happened)
  if (dispute.status === 'needs_response') recordEvent(context, 'charge.dispute.funds_withdrawn', { object })
  const charge = context.tx.get('charges', dispute.chargeId)
  if (!charge) return
  recordEvent(context, 'charge.updated', { object: presentCharge(charge, context.tx), previousAttributes: {} })
}

/** A chargeback stops the refunds that the bank has not carried out yet. */
function failPendingRefunds(context: Context, { chargeId }: DisputeRecord): void {
  for (const refund of context.tx.by('refunds', 'chargeId', chargeId)) {
    if (refund.status !== 'pending') continue
    settleRefund(context, refund, { to: 'failed', failureReason: 'charge_for_pending_refund_disputed' })
  }
}
