import type { Stripe } from 'stripe'
import { presentBalanceTransaction } from '../balance/present-balance-transaction.ts'
import type { DisputeRecord } from '../state/records.ts'
import type { Reader } from '../state/store.ts'
import { isRefundableDespite } from './dispute-states.ts'
import { noEvidence } from './evidence.ts'

/** The dispute as the API shows it, its references unexpanded. */
export function presentDispute(dispute: DisputeRecord, reader: Reader): Stripe.Dispute {
  const charge = reader.get('charges', dispute.chargeId)
  const card = charge && reader.get('paymentMethods', charge.paymentMethodId)?.card
  const { caseType, networkReasonCode, enhancedType } = dispute
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.balanceTransactionIds.flatMap(id => {
      const record = reader.get('balanceTransactions', id)
      // A dispute's money moves at once.
      return record ? [presentBalanceTransaction(record, record.availableOn)] : []
    }),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: enhancedType ? [enhancedType] : [],
    evidence: { ...noEvidence, ...dispute.evidence },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: enhancedEligibility(dispute),
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: dispute.pastDue,
      submission_count: dispute.submissionCount,
      submission_method: dispute.submissionCount > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isRefundableDespite(dispute),
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.intentId,
    ...(card && {
      payment_method_details: {
        card: {
          brand: card.brand,
          case_type: caseType,
          network: card.brand,
          network_reason_code: networkReasonCode,
        },
        type: 'card',
      },
    }),
    reason: dispute.reason,
    status: dispute.status,
  }
}

function enhancedEligibility({ enhancedType }: DisputeRecord): Stripe.Dispute.EvidenceDetails.EnhancedEligibility {
  switch (enhancedType) {
    case 'visa_compelling_evidence_3':
      return {
        visa_compelling_evidence_3: {
          required_actions: ['missing_customer_identifiers', 'missing_prior_undisputed_transactions'],
          status: 'requires_action',
        },
      }
    case 'visa_compliance':
      return { visa_compliance: { status: 'requires_fee_acknowledgement' } }
    case 'mastercard_compliance':
      return { mastercard_compliance: { status: 'requires_fee_acknowledgement' } }
    case null:
      return {}
  }
}
