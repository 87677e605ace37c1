import { findNamedCard, type TestCard } from '../test-cards.ts'

/** The card that a test payment method (`pm_card_visa`, `pm_card_chargeDeclined`, …) stands for. */
export function cardOfTestMethod(id: string): TestCard | undefined {
  return id.startsWith('pm_card_') ? findNamedCard(id.slice('pm_card_'.length)) : undefined
}

/** The card that a test token (`tok_visa`, `tok_chargeDeclined`, …) stands for. */
export function cardOfTestToken(id: string): TestCard | undefined {
  return id.startsWith('tok_') ? findNamedCard(id.slice('tok_'.length)) : undefined
}
