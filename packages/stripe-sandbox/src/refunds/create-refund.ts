import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import { behaviourOf } from '../cards/behaviours.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { isRefundableDespite } from '../disputes/dispute-states.ts'
import { recordEvent } from '../events/record-event.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import { newId } from '../state/new-id.ts'
import type { ChargeRecord, Metadata, RefundRecord } from '../state/records.ts'
import { invalidRequest, missing, notAllowed } from '../wire/api-error.ts'
import { presentRefund } from './present-refund.ts'

export type NewRefund = {
  paymentIntent: string | undefined
  charge: string | undefined
  /** Cents; all that is left when not given. */
  amount: number | undefined
  reason: string | null
  metadata: Metadata
}

/**
 * Pays a charge back, wholly or in part.
 * @throws ApiError 400 when there is no such charge, it was not paid, is disputed, or has less left than is asked for
 */
export function createRefund(context: Context, asked: NewRefund): RefundRecord {
  const { tx } = context
  const charge = findCharge(context, asked)
  if (tx.by('disputes', 'chargeId', charge.id).some(one => !isRefundableDespite(one))) {
    throw notAllowed(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  const left = charge.amount - charge.amountRefunded
  if (left === 0) {
    throw notAllowed(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = asked.amount ?? left
  if (amount > left) throw tooMuch(amount, charge)
  const id = newId('re')
  const refund: RefundRecord = {
    id,
    created: context.now,
    chargeId: charge.id,
    intentId: charge.intentId,
    paymentMethodId: charge.paymentMethodId,
    amount,
    currency: charge.currency,
    reason: asked.reason,
    metadata: asked.metadata,
    ...courseOf(context, charge),
    failureReason: null,
    balanceTransactionId: recordBalanceTransaction(context, {
      amount: -amount,
      currency: charge.currency,
      type: 'refund',
      reportingCategory: 'refund',
      description: 'REFUND FOR CHARGE',
      sourceId: id,
    }),
    failureBalanceTransactionId: null,
  }
  const refunded: ChargeRecord = { ...charge, amountRefunded: charge.amountRefunded + amount }
  tx.put('refunds', refund)
  if (refund.settlement) context.toSettle.push({ name: 'refunds', id })
  tx.put('charges', refunded)
  recordEvent(context, 'refund.created', { object: presentRefund(refund) })
  recordEvent(context, 'charge.refunded', {
    object: presentCharge(refunded, tx),
    previousAttributes: { amount_refunded: charge.amountRefunded, refunded: false },
  })
  return refund
}

/** How a refund to this card begins, and what becomes of it by itself. */
function courseOf({ tx, now }: Context, charge: ChargeRecord): Pick<RefundRecord, 'status' | 'settlement'> {
  const card = tx.get('paymentMethods', charge.paymentMethodId)?.card
  const atMs = now * 1000 + SETTLED_AFTER_MS
  switch (card && behaviourOf(card).refunds) {
    case 'succeed_later':
      return { status: 'pending', settlement: { atMs, to: 'succeeded' } }
    case 'fail_later':
      return { status: 'succeeded', settlement: { atMs, to: 'failed' } }
    default:
      return { status: 'succeeded', settlement: null }
  }
}

function findCharge({ tx }: Context, asked: NewRefund): ChargeRecord {
  if (asked.charge !== undefined) {
    const charge = tx.get('charges', asked.charge)
    if (!charge) throw missing('charge', asked.charge, 'charge')
    if (asked.paymentIntent !== undefined && asked.paymentIntent !== charge.intentId) {
      throw invalidRequest('The charge is not of this PaymentIntent.', { param: 'payment_intent' })
    }
    return paid(charge, charge.intentId)
  }
  if (asked.paymentIntent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = tx.get('intents', asked.paymentIntent)
  if (!intent) throw missing('payment_intent', asked.paymentIntent, 'payment_intent')
  return paid(intent.latestChargeId ? tx.get('charges', intent.latestChargeId) : undefined, intent.id)
}

function paid(charge: ChargeRecord | undefined, intentId: string): ChargeRecord {
  if (charge && charge.failure === null) return charge
  throw notAllowed(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`)
}

function tooMuch(amount: number, charge: ChargeRecord): Error {
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  const left = charge.amount - charge.amountRefunded
  const than =
    charge.amountRefunded === 0
      ? `charge amount (${dollars(charge.amount)})`
      : `unrefunded amount on charge (${dollars(left)})`
  return notAllowed(`Refund amount (${dollars(amount)}) is greater than ${than}`, { param: 'amount' })
}
