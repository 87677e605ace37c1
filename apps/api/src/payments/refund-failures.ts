/**
 * Why a refund fails, as users read it: the banks' reasons, and the provider's errors when it does not make one.
 * Source: Stripe's API reference, `failure_reason` of a refund and error codes.
 */
const refundFailures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'the card was reported lost or stolen',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'the buyer disputed the payment meanwhile',
  insufficient_funds: 'the market’s balance at the payment provider is too low',
  declined: 'the buyer’s bank declined it',
  merchant_request: 'it was stopped at the payment provider',
  canceled: 'it was stopped at the payment provider',
  charge_already_refunded: 'the payment was given back already',
  charge_disputed: 'the buyer’s bank disputes the payment',
  resource_missing: 'the payment provider knows no such payment',
  unknown: 'the payment provider does not say why',
}

/** @param code the provider's; null when it gave none. One that is not known is said as it is. */
export function describeRefundFailure(code: string | null): string {
  return refundFailures[code ?? 'unknown'] ?? `the payment provider says ${code}`
}
