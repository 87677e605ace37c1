import { DomainError } from '@second-ring/contracts/errors'
import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import { isCodeUsedUp } from '#platform/deal-stage.ts'
import type { OrderStatus, Rejections } from './order-rules.ts'

const claimStages = ['CLAIM_UNANSWERED', 'CLAIM_OFFERED', 'CLAIM_UNDECIDED', 'RETURNING'] as const satisfies DealStage[]
const NOTHING_TO_DECIDE = 'There is nothing to decide yet.'
const NO_CLAIM = 'No problem with this phone is open.'
const NOT_YOUR_TURN = 'It is not your turn any more. Read what has happened.'
const elsewhere: Rejections['stages'] = {
  CLAIM_UNANSWERED: NOT_YOUR_TURN,
  CLAIM_OFFERED: NOT_YOUR_TURN,
  CLAIM_UNDECIDED: 'An admin decides now.',
  RETURNING: NOT_YOUR_TURN,
}

/** Why an admin cannot say of a phone what its buyer says of it; null for the buyer, and where they are suspended. */
export function notForThem({ buyerId, buyerSuspended }: OrderStatus, actorId: string): DomainError | null {
  return actorId === buyerId || buyerSuspended ? null : new DomainError('NOT_FOUND', 'You have no such order.')
}

/** The acts of a claim. Who may take them, and when, stands in the deal's table. */
export const claimActs = {
  openClaim: {
    permission: 'order.claim',
    otherwise: 'There is no time to report a problem with this phone.',
    stages: Object.fromEntries(
      claimStages.map(stage => [stage, 'You have reported a problem with this phone already.']),
    ),
    also: (order: OrderStatus, actorId: string) =>
      notForThem(order, actorId) ??
      (order.protectionOver ? new DomainError('ORDER_NOT_OPEN', 'The time to report a problem is over.') : null),
  },
  answerClaim: { permission: 'order.answer-claim', otherwise: NO_CLAIM, stages: elsewhere },
  answerOffer: { permission: 'order.claim', otherwise: NO_CLAIM, stages: elsewhere },
  withdrawClaim: { permission: 'order.claim', otherwise: NO_CLAIM },
  confirmReturn: {
    permission: 'order.claim',
    otherwise: NO_CLAIM,
    stages: elsewhere,
    also: (order: OrderStatus) => {
      if (order.claimOver) return new DomainError('CONFLICT', 'The time to return it is over. An admin decides.')
      return isCodeUsedUp(order)
        ? new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the seller to make a new code.')
        : null
    },
  },
  decideClaim: {
    permission: 'order.decide-claim',
    otherwise: NO_CLAIM,
    stages: Object.fromEntries(claimStages.map(stage => [stage, NOTHING_TO_DECIDE])),
    // What is due is done within the minute.
    also: (order: OrderStatus) =>
      order.claimState === 'UNDECIDED' ? null : new DomainError('CONFLICT', NOTHING_TO_DECIDE),
  },
} satisfies Record<string, Rejections>
