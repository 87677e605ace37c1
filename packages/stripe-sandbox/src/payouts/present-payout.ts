import type { Stripe } from 'stripe'
import type { PayoutRecord } from '../state/connect-records.ts'
import { payoutFailures } from './payout-failures.ts'

/** The payout as the API shows it, its references unexpanded. */
export function presentPayout(payout: PayoutRecord): Stripe.Payout {
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: false,
    balance_transaction: payout.balanceTransactionId,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: payout.destination,
    failure_balance_transaction: payout.failureBalanceTransactionId,
    failure_code: payout.failureCode,
    failure_message: payout.failureCode === null ? null : (payoutFailures[payout.failureCode] ?? null),
    livemode: false,
    metadata: payout.metadata,
    method: payout.method,
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: payout.statementDescriptor,
    status: payout.status,
    trace_id: null,
    type: 'bank_account',
  }
}
