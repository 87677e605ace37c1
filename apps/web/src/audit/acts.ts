/** What the product writes down, by what it is done to; the acts of a group begin with the same word. */
const groups: Record<string, Record<string, string>> = {
  Accounts: {
    'account.register': 'Signed up',
    'account.sign-in': 'Signed in',
    'account.verify': 'Seller verified',
    'account.unverify': 'Verification taken back',
    'account.suspend': 'Account suspended',
    'account.lift-suspension': 'Suspension lifted',
    'account.ban-email': 'Email banned',
    'account.lift-ban': 'Ban of an email lifted',
    'account.change-name': 'Name changed',
    'account.start-selling': 'Became a seller',
    'account.request-export': 'Export of their data requested',
    'account.download-export': 'Export of their data downloaded',
    'account.request-deletion': 'Deletion of the account requested',
    'account.cancel-deletion': 'Account kept after all',
    'account.remove': 'Account removed',
    'account.prove-email': 'Email proven',
    'account.ask-email-change': 'Change of the email requested',
    'account.change-email': 'Email changed',
    'account.add-sign-in': 'Sign-in added at the provider',
    'account.set-aside': 'Set aside for the email’s owner',
    'account.lose-sign-in': 'Sign-in given to an email’s owner',
    'account.reclaim': 'Reclaimed by a new sign-in',
    'account.end-sessions': 'Sessions ended',
    'account.grant-admin': 'Made an admin',
    'account.revoke-admin': 'No longer an admin',
    'account.add-passkey': 'Passkey added',
    'account.remove-passkey': 'Passkey removed',
    'account.use-recovery-code': 'Recovery code used',
    'account.renew-recovery-codes': 'Recovery codes renewed',
    'account.reset-factor': 'Second factor reset',
    'account.make-token': 'Admin’s token made',
    'account.revoke-token': 'Admin’s token revoked',
    'account.propose-removal': 'Removal of an admin proposed',
    'account.withdraw-removal': 'Proposed removal withdrawn',
  },
  Products: {
    'listing.create': 'Product posted',
    'listing.edit': 'Product edited',
    'listing.advertise': 'Product advertised',
    'listing.stop-advertising': 'Advertising stopped',
    'listing.remove': 'Product deleted',
    'listing.remove-any': 'Product removed by an admin',
    'listing.dismiss-reports': 'Reports of a product dismissed',
  },
  Orders: {
    'order.place': 'Phone booked',
    'order.cancel': 'Booking cancelled',
    'order.expire': 'Booking expired',
    'order.pay': 'Order paid',
    'order.release': 'Booking released',
    'order.renew-code': 'Handover code renewed',
    'order.propose-meeting': 'Meeting proposed',
    'order.change-meeting': 'Meeting changed',
    'order.propose-cancellation': 'Cancellation proposed',
    'order.agree-cancellation': 'Cancellation agreed',
    'order.decline-cancellation': 'Cancellation declined',
    'order.withdraw-cancellation': 'Proposed cancellation withdrawn',
    'order.report-no-show': 'No-show reported',
    'order.admit-no-show': 'No-show admitted',
    'order.deny-no-show': 'No-show denied',
    'order.hand-over': 'Phone handed over',
    'order.claim-handover': 'Handover claimed',
    'order.confirm-handover': 'Handover confirmed',
    'order.deny-handover': 'Handover denied',
    'order.decide-handover': 'Handover decided',
    'order.release-money': 'Money released to the seller',
    'order.refund': 'Order refunded',
  },
  Payments: {
    'payment.refund': 'Payment given back',
    'payment.refund-failed': 'Refund failed',
    'payment.refund-undone': 'Payment not given back after all',
    'payment.ask-refund': 'Refund asked again',
    'payment.settle-outside': 'Refund settled outside the provider',
    'payment.dispute': 'Payment disputed',
    'payment.submit-evidence': 'Bank answered with evidence',
    'payment.dispute-closed': 'Dispute closed',
  },
  'Charges without an order': {
    'charge.find-unmatched': 'Charge without an order found',
    'charge.order-return': 'Return of the charge decided',
    'charge.return': 'Charge returned',
    'charge.return-failed': 'Return of the charge failed',
    'charge.dismiss': 'Charge left as it is',
  },
  Categories: {
    'category.create': 'Category opened',
    'category.rename': 'Category renamed',
    'category.change-picture': 'Category’s picture changed',
    'category.place': 'Category moved in the grid',
    'category.retire': 'Category retired',
    'category.restore': 'Category brought back',
    'category.move-posts': 'Category’s phones moved',
  },
  Fees: {
    'fee.set': 'Fee set',
  },
  Payouts: {
    'payout.open-account': 'Payout account opened',
    'payout.change-account': 'Payout account changed',
    'payout.transfer': 'Sent to the seller',
    'payout.reverse-transfer': 'Taken back from the seller',
    'payout.request': 'Payout requested',
    'payout.arrive': 'Payout arrived',
    'payout.fail': 'Payout failed',
    'payout.return': 'Payout sent back by the bank',
  },
  'Read by admins (once an hour)': {
    'read.users': 'List of users read',
    'read.user': 'User looked at',
    'read.orders': 'List of orders read',
    'read.order': 'Order looked at',
    'read.banned-emails': 'Banned emails read',
    'read.flagged-posts': 'Flagged posts read',
    'read.reports': 'Reports read',
    'read.open-money': 'Open money read',
    'read.earnings': 'Earnings of a seller read',
    'read.audit': 'Audit read',
  },
  'Refused (once an hour)': {
    'refused.sign-in': 'Sign-in refused',
    'refused.call': 'Call for admins refused',
    'refused.without-proof': 'Refused without a second factor',
    'refused.proof': 'Second factor refused',
  },
  'The audit itself': {
    'audit.export': 'Audit downloaded',
  },
}

const labels = new Map(Object.values(groups).flatMap(Object.entries<string>))

/** What was done, in words; an act that has none yet is named as it is. */
export function describeAct(action: string): string {
  return labels.get(action) ?? action
}

/** What one may look for; what the address names beside it is added. */
export function actOptions(chosen: string | undefined): { value: string; label: string }[] {
  const options = Object.entries(groups).flatMap(([label, acts]) => [
    { value: Object.keys(acts)[0]?.replace(/\..*/, '.') ?? '', label: `${label}: all` },
    ...Object.entries(acts).map(([value, act]) => ({ value, label: `${label}: ${act}` })),
  ])
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
