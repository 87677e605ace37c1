import { removeIdentity } from '../accounts/remove-identity.ts'
import { checkPrice } from '../listings/check-price.ts'
import { expireHolds } from '../orders/expire-holds.ts'
import { closePayments } from '../payments/close-payments.ts'
import { reconcilePayments } from '../payments/reconcile-payments.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import type { JobHandlers } from '../platform/job-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { matchListing } from '../search/match-listing.ts'

/** Which verb does the work of each job. */
export function handlersOf(platform: Platform): JobHandlers {
  return {
    'identity.remove': data => removeIdentity(platform, data),
    'payments.close': data => closePayments(platform, data),
    'payments.refund': data => refundPayment(platform, data),
    'search.match': data => matchListing(platform, data),
    'listings.check-price': data => checkPrice(platform, data),
    'orders.expire-holds': () => expireHolds(platform),
    'payments.reconcile': () => reconcilePayments(platform),
  }
}
