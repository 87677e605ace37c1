/** Why a bank sends a payout back, and what the payout says then. Source: Stripe's page on payout failures. */
export const payoutFailures: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account has been frozen.',
  bank_account_restricted:
    'The bank account has restrictions on either the type, or the number, of payouts allowed. This normally indicates that the bank account is a savings or other non-checking account.',
  bank_ownership_changed: 'The destination bank account is no longer valid because its branch has changed ownership.',
  could_not_process: 'The bank could not process this payout.',
  debit_not_authorized: 'Debit transactions are not approved on the bank account.',
  declined: 'The bank has declined this transfer. Please contact the bank before retrying.',
  incorrect_account_holder_name: 'The bank account holder name on file appears to be incorrect.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  invalid_account_number:
    'The bank account details on file are probably incorrect. The routing number seems correct, but the account number is invalid.',
  invalid_currency:
    'The bank was unable to process this payout because of its currency. This is probably because the bank account cannot accept payments in that currency.',
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with those details.',
}
