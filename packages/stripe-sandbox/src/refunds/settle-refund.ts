import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { RefundRecord, RefundStatus } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { presentRefund } from './present-refund.ts'
import { givesBack, mayBecome } from './refund-states.ts'

/** Why a refund fails. Source: Stripe's API reference, `failure_reason`. */
export const FAILURE_REASONS = [
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_for_pending_refund_disputed',
  'insufficient_funds',
  'declined',
  'merchant_request',
  'unknown',
] as const

/**
 * A refund succeeds, fails or is canceled. When its money comes back, the charge is refunded by that much less.
 * @throws ApiError 400 when it is over
 */
export function settleRefund(
  context: Context,
  refund: RefundRecord,
  outcome: { to: RefundStatus; failureReason?: string },
): RefundRecord {
  const { to } = outcome
  if (!mayBecome(refund, to)) throw notAllowed(`A refund that is ${refund.status} does not become ${to}.`)
  const comesBack = givesBack(refund.status) && !givesBack(to)
  const settled: RefundRecord = {
    ...refund,
    status: to,
    settlement: null,
    failureReason: to === 'failed' ? (outcome.failureReason ?? 'unknown') : null,
    failureBalanceTransactionId: comesBack ? takeBack(context, refund) : null,
  }
  context.tx.put('refunds', settled)
  recordRefundUpdate(context, settled, { status: refund.status })
  if (to === 'failed') recordEvent(context, 'refund.failed', { object: presentRefund(settled) })
  if (comesBack) reduceRefunded(context, refund)
  return settled
}

/** Carries out what was to become of a refund by itself, if its time has come. */
export function settleDueRefund(context: Context, id: string): void {
  const refund = context.tx.get('refunds', id)
  if (!refund?.settlement || refund.settlement.atMs > context.now * 1000) return
  const { to } = refund.settlement
  if (mayBecome(refund, to)) settleRefund(context, refund, { to, failureReason: 'expired_or_canceled_card' })
}

/** A refund changed: it learns by both of the provider's names for it. */
export function recordRefundUpdate(context: Context, refund: RefundRecord, previousAttributes: object): void {
  const happened = { object: presentRefund(refund), previousAttributes }
  recordEvent(context, 'refund.updated', happened)
  recordEvent(context, 'charge.refund.updated', happened)
}

function takeBack(context: Context, refund: RefundRecord): string {
  return recordBalanceTransaction(context, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    description: 'REFUND FAILURE',
    sourceId: refund.id,
  })
}

function reduceRefunded(context: Context, refund: RefundRecord): void {
  const charge = context.tx.get('charges', refund.chargeId)
  if (!charge) return
  const reduced = { ...charge, amountRefunded: charge.amountRefunded - refund.amount }
  context.tx.put('charges', reduced)
  recordEvent(context, 'charge.updated', {
    object: presentCharge(reduced, context.tx),
    previousAttributes: {
      amount_refunded: charge.amountRefunded,
      ...(charge.amountRefunded === charge.amount && { refunded: true }),
    },
  })
}
