import { findCharge } from '../charges/find-charge.ts'
import type { AdvancingClock } from '../clock.ts'
import { decideDispute, winAppeal } from '../disputes/decide-dispute.ts'
import { isInquiry } from '../disputes/dispute-states.ts'
import { findDispute } from '../disputes/find-dispute.ts'
import { type NewDispute, openDispute } from '../disputes/open-dispute.ts'
import { presentDispute } from '../disputes/present-dispute.ts'
import { findRefund } from '../refunds/find-refund.ts'
import { presentRefund } from '../refunds/present-refund.ts'
import { FAILURE_REASONS, settleRefund } from '../refunds/settle-refund.ts'
import type { DisputeRecord, DisputeStatus, RefundStatus } from '../state/records.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { accountControls } from './account-controls.ts'
import { payoutControls } from './payout-controls.ts'

/** What at the real provider only banks, cardholders and time do: test calls, which it does not have. */
export function controlEndpoints(clock: AdvancingClock): Endpoint[] {
  return [
    settlesRefund('succeed', 'succeeded'),
    settlesRefund('fail', 'failed'),
    settlesRefund('cancel', 'canceled'),
    {
      method: 'POST',
      path: '/sandbox/charges/:id/dispute',
      run({ context, params, id }) {
        const charge = findCharge(context, id)
        const asked = readNewDispute(params)
        params.done()
        return { object: presentDispute(openDispute(context, charge, asked), context.tx) }
      },
    },
    decidesDispute('review', dispute => (isInquiry(dispute) ? 'warning_under_review' : 'under_review')),
    decidesDispute('win', () => 'won'),
    decidesDispute('lose', () => 'lost'),
    decidesDispute('withdraw', dispute => (isInquiry(dispute) ? 'warning_closed' : 'won')),
    decidesDispute('escalate', () => 'needs_response'),
    decidesDispute('close', () => 'warning_closed'),
    {
      method: 'POST',
      path: '/sandbox/disputes/:id/appeal',
      run({ context, params, id }) {
        const dispute = findDispute(context, id)
        params.done()
        return { object: presentDispute(winAppeal(context, dispute), context.tx) }
      },
    },
    ...accountControls,
    ...payoutControls,
    {
      method: 'POST',
      path: '/sandbox/clock',
      run({ params }) {
        const seconds = params.requiredInteger('advance', { min: 0 })
        params.done()
        clock.advance(seconds * 1000)
        return { object: { object: 'clock', now: Math.floor(clock.now() / 1000) } }
      },
    },
  ]
}

function settlesRefund(act: string, to: RefundStatus): Endpoint {
  return {
    method: 'POST',
    path: `/sandbox/refunds/:id/${act}`,
    run({ context, params, id }) {
      const refund = findRefund(context, id)
      const failureReason = to === 'failed' ? params.oneOf('failure_reason', FAILURE_REASONS) : undefined
      params.done()
      const settled = settleRefund(context, refund, { to, ...(failureReason && { failureReason }) })
      return { object: presentRefund(settled) }
    },
  }
}

function decidesDispute(act: string, to: (dispute: DisputeRecord) => DisputeStatus): Endpoint {
  return {
    method: 'POST',
    path: `/sandbox/disputes/:id/${act}`,
    run({ context, params, id }) {
      const dispute = findDispute(context, id)
      params.done()
      return { object: presentDispute(decideDispute(context, dispute, to(dispute)), context.tx) }
    },
  }
}

const OPENED_AS = ['needs_response', 'warning_needs_response', 'prevented'] as const
const CASE_TYPES = { needs_response: 'chargeback', warning_needs_response: 'inquiry', prevented: 'block' } as const

/** Source of the reasons: Stripe's API reference. */
const REASONS = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const

function readNewDispute(params: ParamReader): NewDispute {
  const status = params.oneOf('status', OPENED_AS) ?? 'needs_response'
  const reason = params.oneOf('reason', REASONS) ?? 'fraudulent'
  const amount = params.integer('amount', { min: 1 })
  return { status, reason, caseType: CASE_TYPES[status], enhancedType: null, ...(amount && { amount }) }
}
