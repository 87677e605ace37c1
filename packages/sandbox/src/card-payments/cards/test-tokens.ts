import { findTestCard, type TestCard } from '../test-cards.ts'

// Source: the names in Stripe's published testing page; each works as pm_card_… and as tok_….
const numberOf = new Map([
  ['visa', '4242424242424242'],
  ['visa_debit', '4000056655665556'],
  ['mastercard', '5555555555554444'],
  ['amex', '378282246310005'],
  ['discover', '6011111111111117'],
  ['diners', '3056930009020004'],
  ['jcb', '3566002020360505'],
  ['unionpay', '6200000000000005'],
  ['chargeDeclined', '4000000000000002'],
  ['chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['chargeDeclinedLostCard', '4000000000009987'],
  ['chargeDeclinedStolenCard', '4000000000009979'],
  ['chargeDeclinedExpiredCard', '4000000000000069'],
  ['chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['chargeDeclinedProcessingError', '4000000000000119'],
  ['chargeCustomerFail', '4000000000000341'],
  ['authenticationRequiredOnSetup', '4000002500003155'],
  ['authenticationRequired', '4000002760003184'],
  ['threeDSecure2Required', '4000000000003220'],
  ['threeDSecureRequiredChargeDeclined', '4000008400001629'],
  ['createDispute', '4000000000000259'],
])

/** The card that a test payment method (`pm_card_visa`, `pm_card_chargeDeclined`, …) stands for. */
export function cardOfTestMethod(id: string): TestCard | undefined {
  return id.startsWith('pm_card_') ? cardNamed(id.slice('pm_card_'.length)) : undefined
}

/** The card that a test token (`tok_visa`, `tok_chargeDeclined`, …) stands for. */
export function cardOfTestToken(id: string): TestCard | undefined {
  return id.startsWith('tok_') ? cardNamed(id.slice('tok_'.length)) : undefined
}

function cardNamed(name: string): TestCard | undefined {
  const number = numberOf.get(name) ?? numberOf.get(name.replace(/^visa_/, ''))
  return number === undefined ? undefined : findTestCard(number)
}
