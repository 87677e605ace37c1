import { DomainError } from '@second-ring/contracts/errors'
import { NOTES_MAX } from '@second-ring/contracts/orders/arrange-meeting'
import { HANDOVER_ATTEMPTS_MAX } from '@second-ring/contracts/orders/hand-over'
import type { OrderState, RefundProgress } from '@second-ring/contracts/orders/order'
import { type OrderAct, type OrderParty, orderActs } from '@second-ring/contracts/orders/order-details'
import { can, type Permission } from '@second-ring/contracts/permissions'
import type { Caller } from '#identity/caller.ts'

/** What the rules of an order look at. Its times were compared with the database's clock. */
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
  /** How many notes each side has written. */
  buyerNotes: number
  sellerNotes: number
  proposalId: string | null
  /** Who made the open proposal. */
  proposedById: string | null
}

/** Who someone is to an order; null for nobody. An admin who has a part in it is that part, and judges nothing of it. */
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

interface ActRule {
  by: readonly OrderParty[]
  permission: Permission
  /** Why it cannot be done now; null when it can. */
  refuse(order: OrderStatus, actorId: string): DomainError | null
}

const sides = ['buyer', 'seller'] as const

const rules: Record<OrderAct, ActRule> = {
  pay: {
    by: ['buyer'],
    permission: 'order.pay',
    refuse: order => (order.state === 'PLACED' && order.held ? null : notOpen('This order cannot be paid any more.')),
  },
  cancel: {
    by: ['buyer'],
    permission: 'order.cancel',
    refuse: unless('PLACED', 'This order is paid or has ended, so it cannot be cancelled.'),
  },
  release: {
    by: ['seller', 'admin'],
    permission: 'order.release',
    refuse: unless('PLACED', 'This order is paid or has ended, so it cannot be released.'),
  },
  handOver: {
    by: ['seller'],
    permission: 'order.hand-over',
    refuse: order =>
      notWaiting(order) ??
      (order.handoverAttempts >= HANDOVER_ATTEMPTS_MAX
        ? new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the buyer to make a new code.')
        : null),
  },
  renewHandoverCode: {
    by: ['buyer'],
    permission: 'order.read-own',
    refuse: unless('PAID', 'This order is not waiting for its handover.'),
  },
  claimHandover: {
    by: ['seller'],
    permission: 'order.hand-over',
    refuse: order =>
      notWaiting(order) ?? (order.claimed ? conflict('You have said so already, and the buyer was asked.') : null),
  },
  confirmHandover: { by: ['buyer'], permission: 'order.confirm-handover', refuse: notWaiting },
  denyHandover: {
    by: ['buyer'],
    permission: 'order.confirm-handover',
    refuse: order => {
      if (order.state !== 'PAID') return notOpen('This order is not waiting for its handover.')
      if (!order.claimed) return conflict('The seller has not said that the phone was handed over.')
      if (order.denied) return conflict('You have said so already. An admin decides.')
      return order.answerOver ? conflict('The time to answer is over. An admin decides.') : null
    },
  },
  decideHandover: {
    by: ['admin'],
    permission: 'order.decide-handover',
    // While the bank only asks, the money may still go back.
    refuse: order => {
      if (order.state !== 'PAID' || order.moneyHeld) return notWaiting(order)
      const isAsked = order.claimed && (order.denied || order.answerOver)
      return isAsked ? null : conflict('There is nothing to decide yet.')
    },
  },
  refund: {
    by: ['seller', 'admin'],
    permission: 'order.refund',
    refuse: order => {
      if (order.state !== 'PAID') return notOpen('Only a paid order that is not handed over yet can be refunded.')
      return order.moneyHeld ? conflict('The buyer’s bank disputes this payment, and decides about the money.') : null
    },
  },
  proposeMeeting: {
    by: sides,
    permission: 'order.arrange',
    refuse: (order, actorId) =>
      notLive(order) ??
      (order.proposedById !== null && order.proposedById !== actorId
        ? conflict('Answer the other side’s proposal first.')
        : null),
  },
  acceptProposal: { by: sides, permission: 'order.arrange', refuse: notTheirs },
  declineProposal: { by: sides, permission: 'order.arrange', refuse: notTheirs },
  withdrawProposal: {
    by: sides,
    permission: 'order.arrange',
    refuse: (order, actorId) =>
      notLive(order) ?? (order.proposedById === actorId ? null : conflict('There is no such proposal any more.')),
  },
  addNote: {
    by: sides,
    permission: 'order.arrange',
    refuse: (order, actorId) => {
      const own = actorId === order.buyerId ? order.buyerNotes : order.sellerNotes
      return (
        notLive(order) ?? (own >= NOTES_MAX ? conflict(`You have written ${NOTES_MAX} notes, as many as fit.`) : null)
      )
    },
  },
}

/** What someone can do with an order now, by the rules that the use cases go by. */
export function allowedActions(caller: Caller, order: OrderStatus): OrderAct[] {
  const party = partyOf(caller, order)
  return orderActs.filter(act => {
    const { by, permission, refuse } = rules[act]
    const isTheirs = party !== null && by.includes(party) && can(caller.role, permission)
    return isTheirs && refuse(order, caller.id) === null
  })
}

/**
 * The rule of an act, for an order that is locked.
 * @throws DomainError NOT_FOUND (not a party that may), or why it cannot be done now
 */
export function requireAction(caller: Caller, order: OrderStatus, act: OrderAct): void {
  const party = partyOf(caller, order)
  const { by, refuse } = rules[act]
  if (party === null || !by.includes(party)) throw new DomainError('NOT_FOUND', 'You have no such order.')
  const refusal = refuse(order, caller.id)
  if (refusal) throw refusal
}

function unless(state: OrderState, message: string): ActRule['refuse'] {
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
