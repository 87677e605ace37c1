import type { Claim } from '@second-ring/contracts/claims/claim'

/** A claim of all of the money, about a phone of $90, that waits for the seller's answer. */
export function claim(overrides: Partial<Claim> = {}): Claim {
  return {
    reason: 'DOES_NOT_WORK',
    text: 'The screen stays black.',
    pictures: [],
    wish: 'MONEY_BACK',
    wishCents: null,
    state: 'SELLER_ANSWERS',
    openedAt: '2026-01-05T12:00:00.000Z',
    dueAt: '2126-01-07T12:00:00.000Z',
    answer: null,
    answerText: null,
    offerCents: null,
    leftCents: 9000,
    answeredAt: null,
    caseOpenedAt: null,
    decision: null,
    decisionReason: null,
    decidedAt: null,
    refundCents: null,
    closedAt: null,
    returnCode: null,
    ...overrides,
  }
}
