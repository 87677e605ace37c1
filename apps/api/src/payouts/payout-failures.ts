import { DISPUTED, FROZEN, OWED } from './lock-payouts.ts'

interface Failure {
  why: string
  /** What its seller can do; null where it is nothing. */
  way: string | null
}

// The bank details are at the provider, and the page of earnings has the button that leads there.
const THERE = 'at the payment provider: the page of your earnings leads there.'
const closed = { why: 'your bank account is closed.', way: `Name another one ${THERE}` }
const frozen = { why: 'your bank account takes no payouts.', way: `Ask your bank, or name another account ${THERE}` }
const wrong = { why: 'your bank account was not found.', way: `Check its numbers ${THERE}` }
const name = { why: 'the name on your bank account is another.', way: `Check it ${THERE}` }
const asked = {
  why: 'the payment provider asks for more about you.',
  way: 'See what on the page of your earnings.',
}

/** What the provider's words mean, and the market's own. Source: Stripe's page on payout failures. */
const failures: Record<string, Failure> = {
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
  [DISPUTED]: { why: 'the bank of a buyer asks for a part of it, which waits until it has decided.', way: null },
  [FROZEN]: { why: 'an admin has stopped payouts to you while a problem is looked into.', way: null },
  [OWED]: { why: 'a refund took a part of it meanwhile. What is left is sent by itself.', way: null },
  account_invalid: {
    why: 'your payout account is closed.',
    way: 'Set payouts up again on the page of your earnings.',
  },
}

/**
 * Why a payout failed and what to do, as the seller reads it after a colon.
 * @param adviceToAdmin what they do instead where they are an admin by now
 */
export function describePayoutFailure(reason: string | null, adviceToAdmin: string | null = null): string {
  const { why, way } = failures[reason ?? ''] ?? {
    why: 'your bank did not take it.',
    way: `Check your account ${THERE}`,
  }
  if (way === null) return why
  return `${why} ${adviceToAdmin === null ? way : `However, ${adviceToAdmin}`}`
}
