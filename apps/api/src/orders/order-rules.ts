import { DomainError } from '@second-ring/contracts/errors'
import { NOTES_MAX } from '@second-ring/contracts/orders/arrange-meeting'
import { HANDOVER_ATTEMPTS_MAX } from '@second-ring/contracts/orders/hand-over'
import type { OrderState, RefundProgress } from '@second-ring/contracts/orders/order'
import { type OrderAct, type OrderParty, orderActs } from '@second-ring/contracts/orders/order-details'
import { can, type Permission } from '@second-ring/contracts/permissions'
import type { Caller } from '#identity/caller.ts'

/** The status of an order that its rules need. Times were compared with the database's clock. */
export interface OrderStatus {
  id: string
  listingId: string
  productName: string
  buyerId: string
  sellerId: string
  state: OrderState
  /** Whether the phone is still held for the buyer to pay. */
  held: boolean
  handoverCode: string | null
  handoverAttempts: number
  claimed: boolean
  denied: boolean
  /** Whether the buyer's time to answer the seller's claim has run out. */
  answerOver: boolean
  /** Whether a dispute of its payment is open: no phone is handed over then. */
  disputed: boolean
  /** Whether the bank holds the money, so that none of it can go back. */
  moneyHeld: boolean
  /** Where its money is, once it was refunded. */
  refund: RefundProgress | null
  /** Whether some of its money is on its way back. */
  refundUnderWay: boolean
  /** How many notes each side has written. */
  buyerNotes: number
  sellerNotes: number
  proposalId: string | null
  /** Who made the open proposal. */
  proposedById: string | null
}

/** The caller's party in an order; null for none. An admin who buys or sells it is that party, and decides nothing about it. */
export function partyOf(caller: Caller, { buyerId, sellerId }: Pick<OrderStatus, 'buyerId' | 'sellerId'>) {
  const party: OrderParty | null =
    caller.id === buyerId
      ? 'buyer'
      : caller.id === sellerId
        ? 'seller'
        : can(caller.role, 'order.read-any')
          ? 'admin'
          : null
  return party
}

interface ActionRule {
  by: readonly OrderParty[]
  permission: Permission
  /** Why it cannot be done now; null when it can. */
  check(order: OrderStatus, actorId: string): DomainError | null
}

const sides = ['buyer', 'seller'] as const

const rules: Record<OrderAct, ActionRule> = {
  pay: {
    by: ['buyer'],
    permission: 'order.pay',
    check: order => (order.state === 'PLACED' && order.held ? null : notOpen('This order cannot be paid any more.')),
  },
  cancel: {
    by: ['buyer'],
    permission: 'order.cancel',
    check: unless('PLACED', 'This order is paid or has ended, so it cannot be cancelled.'),
  },
  release: {
    by: ['seller', 'admin'],
    permission: 'order.release',
    check: unless('PLACED', 'This order is paid or has ended, so it cannot be released.'),
  },
  handOver: {
    by: ['seller'],
    permission: 'order.hand-over',
    check: order =>
      notWaiting(order) ??
      (order.handoverAttempts >= HANDOVER_ATTEMPTS_MAX
        ? new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the buyer to make a new code.')
        : null),
  },
  renewHandoverCode: {
    by: ['buyer'],
    permission: 'order.read-own',
    check: unless('PAID', 'This order is not waiting for its handover.'),
  },
  claimHandover: {
    by: ['seller'],
    permission: 'order.hand-over',
    check: order =>
      notWaiting(order) ?? (order.claimed ? conflict('You have said so already, and the buyer was asked.') : null),
  },
  confirmHandover: { by: ['buyer'], permission: 'order.confirm-handover', check: notWaiting },
  denyHandover: {
    by: ['buyer'],
    permission: 'order.confirm-handover',
    check: order => {
      if (order.state !== 'PAID') return notOpen('This order is not waiting for its handover.')
      if (!order.claimed) return conflict('The seller has not said that the phone was handed over.')
      if (order.denied) return conflict('You have said so already. An admin decides.')
      return order.answerOver ? conflict('The time to answer is over. An admin decides.') : null
    },
  },
  decideHandover: {
    by: ['admin'],
    permission: 'order.decide-handover',
    // During an inquiry of the bank the money can still be refunded.
    check: order => {
      if (order.state !== 'PAID' || order.moneyHeld) return notWaiting(order)
      const isUndecided = order.claimed && (order.denied || order.answerOver)
      return isUndecided ? null : conflict('There is nothing to decide yet.')
    },
  },
  acceptPhone: {
    by: ['buyer'],
    permission: 'order.accept-phone',
    check: order => {
      if (order.state !== 'HANDED_OVER') return notOpen('This order is not waiting for your answer.')
      if (order.disputed) return conflict('Your bank disputes this payment, and decides about the money.')
      return order.refundUnderWay ? conflict('Some of the payment is on its way back to you. Try again later.') : null
    },
  },
  refund: {
    by: ['seller', 'admin'],
    permission: 'order.refund',
    check: order => {
      if (order.state !== 'PAID') return notOpen('Only a paid order that is not handed over yet can be refunded.')
      return order.moneyHeld ? conflict('The buyer’s bank disputes this payment, and decides about the money.') : null
    },
  },
  proposeMeeting: {
    by: sides,
    permission: 'order.arrange',
    check: (order, actorId) =>
      notLive(order) ??
      (order.proposedById !== null && order.proposedById !== actorId
        ? conflict('Answer the other side’s proposal first.')
        : null),
  },
  acceptProposal: { by: sides, permission: 'order.arrange', check: notTheirs },
  declineProposal: { by: sides, permission: 'order.arrange', check: notTheirs },
  withdrawProposal: {
    by: sides,
    permission: 'order.arrange',
    check: (order, actorId) =>
      notLive(order) ?? (order.proposedById === actorId ? null : conflict('There is no such proposal any more.')),
  },
  addNote: {
    by: sides,
    permission: 'order.arrange',
    check: (order, actorId) => {
      const own = actorId === order.buyerId ? order.buyerNotes : order.sellerNotes
      return (
        (order.state === 'HANDED_OVER' ? null : notLive(order)) ??
        (own >= NOTES_MAX ? conflict(`You have written ${NOTES_MAX} notes, as many as fit.`) : null)
      )
    },
  },
}

/** The actions that the caller can take on an order now, by the rules that the use cases follow. */
export function allowedActions(caller: Caller, order: OrderStatus): OrderAct[] {
  const party = partyOf(caller, order)
  return orderActs.filter(action => {
    const { by, permission, check } = rules[action]
    const isTheirs = party !== null && by.includes(party) && can(caller.role, permission)
    return isTheirs && check(order, caller.id) === null
  })
}

/**
 * Checks the rule of an action, for a locked order.
 * @throws DomainError NOT_FOUND (not a party that may), or why it cannot be done now
 */
export function requireAction(caller: Caller, order: OrderStatus, action: OrderAct): void {
  const party = partyOf(caller, order)
  const { by, check } = rules[action]
  if (party === null || !by.includes(party)) throw new DomainError('NOT_FOUND', 'You have no such order.')
  const error = check(order, caller.id)
  if (error) throw error
}

function unless(state: OrderState, message: string): ActionRule['check'] {
  return order => (order.state === state ? null : notOpen(message))
}

/** Why a paid order's phone cannot be handed over now. */
export function notWaiting(order: OrderStatus): DomainError | null {
  if (order.state !== 'PAID') return notOpen('This order is not waiting for its handover.')
  return order.disputed
    ? conflict('The buyer’s bank disputes this payment. Nothing can be handed over until it has decided.')
    : null
}

function notLive({ state }: OrderStatus): DomainError | null {
  return state === 'PLACED' || state === 'PAID' ? null : notOpen('This order has ended.')
}

function notTheirs(order: OrderStatus, actorId: string): DomainError | null {
  const isTheirs = order.proposedById !== null && order.proposedById !== actorId
  return notLive(order) ?? (isTheirs ? null : conflict('There is no such proposal any more.'))
}

function notOpen(message: string): DomainError {
  return new DomainError('ORDER_NOT_OPEN', message)
}

function conflict(message: string): DomainError {
  return new DomainError('CONFLICT', message)
}
