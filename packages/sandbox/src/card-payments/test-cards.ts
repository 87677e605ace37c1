/** What the card network answers to a card. */
export type CardOutcome =
  | 'succeeds'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'attaches_then_declines'
  | 'authentication_required'
  | 'authentication_then_decline'
  | 'disputed'

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'

export type TestCard = {
  number: string
  brand: CardBrand
  outcome: CardOutcome
  /** What it does, in a few words for a table. */
  label: string
  funding?: 'debit'
}

/**
 * The card numbers that this provider knows; any other well-formed number is taken for a real card and refused. Any
 * future date, any security code and any postal code go with them. Source: Stripe's published testing page.
 */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: 'succeeds', label: 'Succeeds' },
  { number: '4000056655665556', brand: 'visa', outcome: 'succeeds', label: 'Succeeds (debit)', funding: 'debit' },
  { number: '5555555555554444', brand: 'mastercard', outcome: 'succeeds', label: 'Succeeds' },
  { number: '2223003122003222', brand: 'mastercard', outcome: 'succeeds', label: 'Succeeds' },
  { number: '378282246310005', brand: 'amex', outcome: 'succeeds', label: 'Succeeds' },
  { number: '6011111111111117', brand: 'discover', outcome: 'succeeds', label: 'Succeeds' },
  { number: '3056930009020004', brand: 'diners', outcome: 'succeeds', label: 'Succeeds' },
  { number: '36227206271667', brand: 'diners', outcome: 'succeeds', label: 'Succeeds (14 digits)' },
  { number: '3566002020360505', brand: 'jcb', outcome: 'succeeds', label: 'Succeeds' },
  { number: '6200000000000005', brand: 'unionpay', outcome: 'succeeds', label: 'Succeeds' },
  { number: '4000000000000002', brand: 'visa', outcome: 'generic_decline', label: 'Declined' },
  { number: '4000000000009995', brand: 'visa', outcome: 'insufficient_funds', label: 'Declined: insufficient funds' },
  { number: '4000000000009987', brand: 'visa', outcome: 'lost_card', label: 'Declined: lost card' },
  { number: '4000000000009979', brand: 'visa', outcome: 'stolen_card', label: 'Declined: stolen card' },
  { number: '4000000000000069', brand: 'visa', outcome: 'expired_card', label: 'Declined: expired card' },
  { number: '4000000000000127', brand: 'visa', outcome: 'incorrect_cvc', label: 'Declined: incorrect security code' },
  { number: '4000000000000119', brand: 'visa', outcome: 'processing_error', label: 'Declined: processing error' },
  { number: '4000000000000341', brand: 'visa', outcome: 'attaches_then_declines', label: 'Attaches, then declined' },
  { number: '4000002500003155', brand: 'visa', outcome: 'authentication_required', label: '3-D Secure' },
  { number: '4000002760003184', brand: 'visa', outcome: 'authentication_required', label: '3-D Secure, always' },
  { number: '4000000000003220', brand: 'visa', outcome: 'authentication_required', label: '3-D Secure 2' },
  {
    number: '4000008400001629',
    brand: 'visa',
    outcome: 'authentication_then_decline',
    label: '3-D Secure, then declined',
  },
  { number: '4000000000000259', brand: 'visa', outcome: 'disputed', label: 'Succeeds, then disputed' },
]

/** The test card of this number (digits only). */
export function findTestCard(number: string): TestCard | undefined {
  return testCards.find(card => card.number === number)
}
