import { forgetExports } from '#account-data/forget-exports.ts'
import { prepareExport } from '#account-data/prepare-export.ts'
import { forgetSessions } from '#accounts/forget-sessions.ts'
import { removeIdentity } from '#accounts/remove-identity.ts'
import { linkEntries } from '#audit/link-entries.ts'
import { checkListing } from '#listings/check-listing.ts'
import { removeUnusedPictures } from '#listings/remove-unused-pictures.ts'
import { renderAvif } from '#listings/render-avif.ts'
import { forgetMails } from '#mails/forget-mails.ts'
import { sendMails } from '#mails/send-mails.ts'
import { forgetContacts } from '#orders/forget-contacts.ts'
import { assignOrders } from '#payments/assign-orders.ts'
import { checkLedgerByNight } from '#payments/check-ledger-by-night.ts'
import { closePayments } from '#payments/close-payments.ts'
import { enforceDeadlines } from '#payments/enforce-deadlines.ts'
import { matchCharges } from '#payments/match-charges.ts'
import { reconcilePayments } from '#payments/reconcile-payments.ts'
import { returnUnmatchedCharge } from '#payments/return-unmatched-charge.ts'
import { sendRefund } from '#payments/send-refund.ts'
import { moveMoney } from '#payouts/move-money.ts'
import { reconcileAccounts } from '#payouts/reconcile-accounts.ts'
import type { JobHandlers } from '#platform/job-queue.ts'
import type { Platform } from '#platform/platform.ts'
import { issueReceipts } from '#receipts/issue-receipts.ts'
import { maintainWords } from '#search/maintain-words.ts'
import { matchListing } from '#search/match-listing.ts'
import { endDealsOfSetAside } from '#user-removal/end-deals-of-set-aside.ts'
import { removeDueAccounts } from '#user-removal/remove-due-accounts.ts'

/** The use case of each job. */
export function handlersOf(platform: Platform): JobHandlers {
  return {
    'identity.remove': data => removeIdentity(platform, data),
    'accounts.end-deals': data => endDealsOfSetAside(platform, data),
    'accounts.remove-due': () => removeDueAccounts(platform),
    'account-data.prepare': data => prepareExport(platform, data),
    'account-data.forget': () => forgetExports(platform),
    'payments.close': data => closePayments(platform, data),
    'payments.refund': data => sendRefund(platform, data),
    'search.match': data => matchListing(platform, data),
    'search.maintain-words': () => maintainWords(platform),
    'listings.check-price': data => checkListing(platform, data),
    'orders.expire-holds': () => enforceDeadlines(platform),
    'accounts.forget-sessions': () => forgetSessions(platform),
    'orders.forget-contacts': () => forgetContacts(platform),
    'payments.reconcile': () => reconcilePayments(platform),
    'payouts.reconcile-accounts': () => reconcileAccounts(platform),
    'payouts.move-money': () => moveMoney(platform),
    'payments.return-charge': data => returnUnmatchedCharge(platform, data),
    'payments.assign-orders': () => assignOrders(platform),
    'payments.check-ledger': () => checkLedgerByNight(platform),
    'uploads.remove-unused': () => removeUnusedPictures(platform),
    'uploads.render-avif': () => renderAvif(platform),
    'audit.link': () => linkEntries(platform),
    'payments.match-charges': () => matchCharges(platform),
    'mails.send': () => sendMails(platform),
    'mails.forget': () => forgetMails(platform),
    'receipts.issue': () => issueReceipts(platform),
  }
}
