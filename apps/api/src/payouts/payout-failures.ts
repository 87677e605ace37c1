import { DISPUTED, FROZEN, OWED } from './lock-payouts.ts'

const closed = 'your bank account is closed. Name another one on the page of your earnings.'
const frozen = 'your bank account takes no payouts. Ask your bank, or name another one on the page of your earnings.'
const wrong = 'your bank account was not found. Check its numbers on the page of your earnings.'
const name = 'the name on your bank account is another. Check it on the page of your earnings.'
const asked = 'the payment provider asks for more about you. See what on the page of your earnings.'

/** What the provider's words mean, and the market's own. Source: Stripe's page on payout failures. */
const words: Record<string, string> = {
  account_closed: closed,
  account_frozen: frozen,
  bank_account_restricted: frozen,
  bank_ownership_changed: closed,
  debit_not_authorized: frozen,
  incorrect_account_holder_name: name,
  invalid_account_number: wrong,
  invalid_currency: frozen,
  no_account: wrong,
  payouts_not_allowed: asked,
  [DISPUTED]: 'the bank of a buyer asks for a part of it, which waits until it has decided.',
  [FROZEN]: 'an admin has stopped payouts to you while a problem is looked into.',
  [OWED]: 'a refund took a part of it meanwhile. What is left is sent by itself.',
  account_invalid: 'your payout account is closed. Set payouts up again on the page of your earnings.',
}

/** Why a payout failed and what to do, as the seller reads it after a colon. */
export function describePayoutFailure(reason: string | null): string {
  return words[reason ?? ''] ?? 'your bank did not take it. Check your bank account on the page of your earnings.'
}
