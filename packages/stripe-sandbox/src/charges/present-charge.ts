import type { Stripe } from 'stripe'
import { behaviourOf, type CardBehaviour } from '../cards/behaviours.ts'
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
    balance_transaction: charge.balanceTransactionId,
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
    fraud_details: charge.fraudReport ? { user_report: charge.fraudReport } : {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(charge, method),
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
    transfer_group: charge.transferGroup,
  }
}

function outcomeOf(charge: ChargeRecord, method: PaymentMethodRecord | undefined): Stripe.Charge.Outcome {
  const behaviour = method && behaviourOf(method.card)
  const risk = { risk_level: behaviour?.risk ?? 'normal', risk_score: RISK_SCORES[behaviour?.risk ?? 'normal'] }
  const noCodes = { advice_code: null, network_advice_code: null, network_decline_code: null }
  const { failure } = charge
  if (!failure) {
    return {
      ...noCodes,
      ...risk,
      network_status: 'approved_by_network',
      reason: behaviour?.risk === 'elevated' ? 'elevated_risk_level' : null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  if (behaviour?.isBlocked) {
    return {
      ...noCodes,
      ...risk,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  }
  const reason = failure.declineCode ?? failure.code
  return {
    ...noCodes,
    ...risk,
    network_status: 'declined_by_network',
    reason,
    seller_message: `The bank returned the decline code \`${reason}\`.`,
    type: 'issuer_declined',
  }
}

/** From 0 to 99; from 65 on a risk is elevated, from 75 on it is the highest. Source: Stripe's page on risk scores. */
const RISK_SCORES = { normal: 20, elevated: 65, highest: 92 } as const satisfies Record<CardBehaviour['risk'], number>

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
    three_d_secure: threeDSecureOf(charge, behaviourOf(card)),
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
}

function threeDSecureOf(charge: ChargeRecord, { authentication }: CardBehaviour) {
  const none = { exemption_indicator: null, result_reason: null, transaction_id: null, version: '2.2.0' } as const
  if (authentication === 'lookup_fails') {
    return {
      ...none,
      authentication_flow: null,
      electronic_commerce_indicator: null,
      result: 'processing_error',
    } satisfies Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure
  }
  if (!charge.authenticated) return null
  return {
    ...none,
    authentication_flow: authentication === 'frictionless' ? 'frictionless' : 'challenge',
    electronic_commerce_indicator: '05',
    result: 'authenticated',
  } satisfies Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure
}
