import type { CardOutcome } from './card-outcome.ts'
import { type Decline, declines } from './declines.ts'

export type Check = 'pass' | 'fail' | 'unavailable'

/** Why a cardholder's bank takes a payment back; `inquiry` only asks about it. */
export type DisputeCause = 'fraudulent' | 'product_not_received' | 'inquiry' | 'compelling_evidence' | 'compliance'

/** How 3-D Secure goes with a card. `attempted` is one whose bank does not take part. */
export type Authentication =
  | 'attempted'
  | 'required'
  | 'lookup_fails'
  | 'optional'
  | 'optional_lookup_fails'
  | 'frictionless'
  | 'not_supported'

export type CardBehaviour = {
  /** What the charge fails with, null when it succeeds. */
  decline: Decline | null
  authentication: Authentication
  risk: 'normal' | 'elevated' | 'highest'
  /** Stopped by the fraud rules, never sent to the bank. */
  isBlocked: boolean
  /** What the bank says of data that was given. */
  checks: { line1: Check; postalCode: Check; cvc: Check }
  /** How the payment is disputed, once for each. */
  disputes: readonly DisputeCause[]
  warnsOfFraud: boolean
  refunds: 'succeed' | 'succeed_later' | 'fail_later'
  /** The money does not wait as pending. */
  isAvailableAtOnce: boolean
}

const usual: CardBehaviour = {
  decline: null,
  authentication: 'attempted',
  risk: 'normal',
  isBlocked: false,
  checks: { line1: 'pass', postalCode: 'pass', cvc: 'pass' },
  disputes: [],
  warnsOfFraud: false,
  refunds: 'succeed',
  isAvailableAtOnce: false,
}

const { checks } = usual

/** Where a card differs from the usual one. Source: Stripe's testing page, with its default fraud rules. */
const differences: Record<CardOutcome, Partial<CardBehaviour>> = {
  succeeds: {},
  generic_decline: { decline: declines.generic },
  insufficient_funds: { decline: declines.insufficientFunds },
  lost_card: { decline: declines.lostCard },
  stolen_card: { decline: declines.stolenCard },
  expired_card: { decline: declines.expiredCard },
  incorrect_cvc: { decline: declines.incorrectCvc, checks: { ...checks, cvc: 'fail' } },
  processing_error: { decline: declines.processingError },
  velocity_exceeded: { decline: declines.velocityExceeded },
  attaches_then_declines: { decline: declines.generic },
  blocked: { decline: declines.fraudulent, risk: 'highest', isBlocked: true },
  highest_risk: { decline: declines.fraudulent, risk: 'highest', isBlocked: true },
  elevated_risk: { risk: 'elevated' },
  cvc_check_fails: { checks: { ...checks, cvc: 'fail' } },
  cvc_check_fails_elevated_risk: { checks: { ...checks, cvc: 'fail' }, risk: 'elevated' },
  postal_code_check_fails: { checks: { ...checks, postalCode: 'fail' } },
  postal_code_check_fails_elevated_risk: { checks: { ...checks, postalCode: 'fail' }, risk: 'elevated' },
  line1_check_fails: { checks: { ...checks, line1: 'fail' } },
  address_checks_fail: { checks: { ...checks, line1: 'fail', postalCode: 'fail' } },
  address_checks_unavailable: { checks: { ...checks, line1: 'unavailable', postalCode: 'unavailable' } },
  authentication_required: { authentication: 'required' },
  authentication_then_decline: { authentication: 'required', decline: declines.generic },
  authentication_then_insufficient_funds: { authentication: 'required', decline: declines.insufficientFunds },
  authentication_lookup_fails: { authentication: 'lookup_fails', decline: declines.generic },
  authentication_optional: { authentication: 'optional' },
  authentication_optional_lookup_fails: { authentication: 'optional_lookup_fails' },
  authentication_frictionless: { authentication: 'frictionless' },
  authentication_not_supported: { authentication: 'not_supported' },
  disputed: { disputes: ['fraudulent'] },
  disputed_not_received: { disputes: ['product_not_received'] },
  disputed_as_inquiry: { disputes: ['inquiry'] },
  disputed_twice: { disputes: ['fraudulent', 'product_not_received'] },
  disputed_compelling_evidence: { disputes: ['compelling_evidence'] },
  disputed_compliance: { disputes: ['compliance'] },
  fraud_warning: { warnsOfFraud: true },
  refund_succeeds_later: { refunds: 'succeed_later' },
  refund_fails_later: { refunds: 'fail_later' },
  available_at_once: { isAvailableAtOnce: true },
}

export function behaviourOf(card: { outcome: CardOutcome }): CardBehaviour {
  return { ...usual, ...differences[card.outcome] }
}
