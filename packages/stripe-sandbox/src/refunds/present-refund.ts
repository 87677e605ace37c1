import type { Stripe } from 'stripe'
import type { RefundRecord } from '../state/records.ts'

/** The refund as the API shows it, its references unexpanded. */
export function presentRefund(refund: RefundRecord): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureBalanceTransactionId && { failure_balance_transaction: refund.failureBalanceTransactionId }),
    ...(refund.failureReason && { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: refund.paymentMethodId,
    ...(refund.status === 'pending' && { pending_reason: 'processing' }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}
