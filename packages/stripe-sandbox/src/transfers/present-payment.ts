import type { Stripe } from 'stripe'
import type { PaymentRecord, PaymentRefundRecord } from '../state/connect-records.ts'

/** A received transfer as the API shows it to the connected account: a charge that another account paid. */
export function presentPayment(payment: PaymentRecord): Stripe.Charge {
  return {
    id: payment.id,
    object: 'charge',
    amount: payment.amount,
    amount_captured: payment.amount,
    amount_refunded: payment.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: payment.balanceTransactionId,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: payment.created,
    currency: payment.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { stripe_account: {}, type: 'stripe_account' },
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: payment.amountRefunded === payment.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: payment.transferId,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** A reversal as the API shows it to the connected account: a refund of what it received. */
export function presentPaymentRefund(refund: PaymentRefundRecord): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.paymentId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: refund.reversalId,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
