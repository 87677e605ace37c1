import type { Stripe } from 'stripe'
import type { DisputeRecord } from '../state/records.ts'
import type { Reader } from '../state/store.ts'

const RESPONSE_TIME_S = 9 * 24 * 60 * 60

/** The dispute as the API shows it, its references unexpanded. */
export function presentDispute(dispute: DisputeRecord, reader: Reader): Stripe.Dispute {
  const charge = reader.get('charges', dispute.chargeId)
  const card = charge && reader.get('paymentMethods', charge.paymentMethodId)?.card
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: dispute.created + RESPONSE_TIME_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    ...(card && {
      payment_method_details: {
        card: { brand: card.brand, case_type: 'chargeback', network: card.brand, network_reason_code: '83' },
        type: 'card',
      },
    }),
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
