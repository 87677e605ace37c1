import type { Stripe } from 'stripe'
import { checksOf } from '../payment-methods/present-payment-method.ts'
import type { ChargeRecord, PaymentMethodRecord } from '../state/records.ts'
import type { Reader } from '../state/store.ts'

/** The charge as the API shows it, its references unexpanded. */
export function presentCharge(charge: ChargeRecord, reader: Reader): Stripe.Charge {
  const method = reader.get('paymentMethods', charge.paymentMethodId)
  const paid = charge.failure === null
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method?.billingDetails ?? { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SECOND RING SANDBOX',
    captured: paid,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(charge),
    paid,
    payment_intent: charge.intentId,
    payment_method: charge.paymentMethodId,
    payment_method_details: method ? { card: cardDetails(charge, method), type: 'card' } : null,
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: charge.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: charge.statementDescriptor,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf(charge: ChargeRecord): Stripe.Charge.Outcome {
  const { failure } = charge
  const reason = failure?.declineCode ?? failure?.code ?? null
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: failure ? `The bank returned the decline code \`${reason}\`.` : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(charge: ChargeRecord, { card, billingDetails }: PaymentMethodRecord) {
  return {
    amount_authorized: charge.failure ? null : charge.amount,
    authorization_code: null,
    brand: card.brand,
    checks: checksOf(card, billingDetails),
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: charge.authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
}
