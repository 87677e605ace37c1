export type Decline = { code: string; declineCode: string | null; message: string }

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const failed = (code: string, message: string): Decline => ({ code, declineCode: null, message })

/** What a charge may fail with. Codes and texts: Stripe's testing page and its list of decline codes. */
export const declines = {
  generic: declined('generic_decline'),
  insufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lostCard: declined('lost_card'),
  stolenCard: declined('stolen_card'),
  fraudulent: declined('fraudulent'),
  velocityExceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expiredCard: failed('expired_card', 'Your card has expired.'),
  incorrectCvc: failed('incorrect_cvc', "Your card's security code is incorrect."),
  processingError: failed(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
} as const satisfies Record<string, Decline>
