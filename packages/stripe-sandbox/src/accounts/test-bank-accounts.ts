/** Bank account numbers of Stripe's testing page, and the failure that each brings about, if any. */
export const testBankAccounts: Record<string, string | null> = {
  '000123456789': null,
  '000111111116': 'no_account',
  '000111111113': 'account_closed',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
  '000444444440': 'invalid_currency',
}

/** The routing number of Stripe's testing page. Here its bank, and no other, takes instant payouts. */
export const TEST_ROUTING_NUMBER = '110000000'
