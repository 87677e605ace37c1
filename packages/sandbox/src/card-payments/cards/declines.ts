import type { CardOutcome } from '../test-cards.ts'

export type Decline = { code: string; declineCode: string | null; message: string }

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const failed = (code: string, message: string): Decline => ({ code, declineCode: null, message })

/** What the issuer answers to a charge on a card, null when it pays. Codes and texts: Stripe's testing page. */
export const declineOf: Record<CardOutcome, Decline | null> = {
  succeeds: null,
  disputed: null,
  authentication_required: null,
  generic_decline: declined('generic_decline'),
  attaches_then_declines: declined('generic_decline'),
  authentication_then_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  expired_card: failed('expired_card', 'Your card has expired.'),
  incorrect_cvc: failed('incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: failed(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
}

/** Whether the card's holder must pass a challenge before it is charged. */
export function needsAuthentication(outcome: CardOutcome): boolean {
  return outcome === 'authentication_required' || outcome === 'authentication_then_decline'
}
