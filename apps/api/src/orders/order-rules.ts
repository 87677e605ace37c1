import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { NOTES_MAX } from '@second-ring/contracts/orders/arrange-meeting'
import {
  allDealSteps,
  type DealEvent,
  type DealObstacle,
  type DealStage,
  type OnceEvent,
  stageOf,
} from '@second-ring/contracts/orders/deal.process'
import type { OrderState, RefundProgress } from '@second-ring/contracts/orders/order'
import { type OrderAct, type OrderParty, orderActs } from '@second-ring/contracts/orders/order-details'
import { can, type Permission } from '@second-ring/contracts/permissions'
import type { Caller } from '#identity/caller.ts'
import { isCodeUsedUp } from '#platform/deal-stage.ts'
import { claimActs, notForThem } from './claim-acts.ts'

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
  /** Whether the buyer's account is suspended: an admin acts for them after the handover. */
  buyerSuspended: boolean
  /** Whether the buyer's time to report a problem has run out. */
  protectionOver: boolean
  /** Whose turn it is in the claim about it, or how that ended; null without one. */
  claimState: ClaimState | null
  /** Whether the time of whoever's turn it is has run out. */
  claimOver: boolean
  /** Whether an admin has ordered a return in it. */
  returnOrdered: boolean
  returnCode: string | null
  returnAttempts: number
  /** How many notes each side has written. */
  buyerNotes: number
  sellerNotes: number
  /** That the two cancel the order, as one of them proposes: open, and in time. */
  cancellation: { id: string; byId: string; relist: boolean | null } | null
  /** Who says that the other did not come to meet, and is not answered. */
  noShowBy: 'buyer' | 'seller' | null
  /** Whether the time to answer that is over. */
  noShowOver: boolean
  /** Whether the time has passed at which they had agreed to meet. */
  meetingOver: boolean
  /** Who has reported a no-show, answered or not. */
  reporterIds: string[]
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
const parties = [...sides, 'admin'] as const

/** The acts that are steps of the deal: who may take them, and when, stands in its table. */
type DealAct = OrderAct & DealEvent

/** The words of an act of the deal, and what else it waits for. */
export interface Rejections {
  permission: Permission
  /** Why it cannot be done in another state. */
  otherwise: string
  /** Why it cannot be done in another stage of the same state. */
  stages?: Partial<Record<DealStage, string>>
  /** Why it cannot be done otherwise; null when it can. */
  also?: (order: OrderStatus, actorId: string) => DomainError | null
}

const NOT_WAITING = 'This order is not waiting for its handover.'
const NOTHING_TO_DECIDE = 'There is nothing to decide yet.'
const NOT_TO_CANCEL = 'Only a paid order that is not handed over yet can be cancelled by agreement.'
const NOT_REPORTED = 'There is no report that you can answer.'
const NOTHING_REPORTED = {
  PAID: NOT_REPORTED,
  NO_SHOW_OF_SELLER: NOT_REPORTED,
  NO_SHOW_OF_BUYER: NOT_REPORTED,
  HANDOVER_CLAIMED: NOT_REPORTED,
  HANDOVER_UNDECIDED: NOT_REPORTED,
} satisfies Partial<Record<DealStage, string>>

const dealActs: Record<DealAct, Rejections> = {
  pay: {
    permission: 'order.pay',
    otherwise: 'This order cannot be paid any more.',
    also: order => (order.held ? null : notOpen('This order cannot be paid any more.')),
  },
  cancel: {
    permission: 'order.cancel',
    otherwise: 'This order is paid or has ended, so it cannot be cancelled.',
  },
  release: {
    permission: 'order.release',
    otherwise: 'This order is paid or has ended, so it cannot be released.',
  },
  handOver: {
    permission: 'order.hand-over',
    otherwise: NOT_WAITING,
    also: order =>
      isCodeUsedUp(order)
        ? new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the buyer to make a new code.')
        : null,
  },
  claimHandover: {
    permission: 'order.hand-over',
    otherwise: NOT_WAITING,
    stages: {
      HANDOVER_CLAIMED: 'You have said so already, and the buyer was asked.',
      HANDOVER_UNDECIDED: 'You have said so already, and the buyer was asked.',
      NO_SHOW_OF_SELLER: 'Answer first what the buyer says of the meeting.',
      NO_SHOW_OF_BUYER: 'You have said that the buyer did not come. Wait for their answer.',
    },
  },
  confirmHandover: { permission: 'order.confirm-handover', otherwise: NOT_WAITING },
  denyHandover: {
    permission: 'order.confirm-handover',
    otherwise: NOT_WAITING,
    stages: {
      PAID: 'The seller has not said that the phone was handed over.',
      NO_SHOW_OF_SELLER: 'The seller has not said that the phone was handed over.',
      NO_SHOW_OF_BUYER: 'The seller has not said that the phone was handed over.',
      HANDOVER_UNDECIDED: 'You have said so already, or the time to answer is over. An admin decides.',
    },
  },
  decideHandover: {
    permission: 'order.decide-handover',
    otherwise: NOT_WAITING,
    stages: {
      PAID: NOTHING_TO_DECIDE,
      NO_SHOW_OF_SELLER: NOTHING_TO_DECIDE,
      NO_SHOW_OF_BUYER: NOTHING_TO_DECIDE,
      HANDOVER_CLAIMED: NOTHING_TO_DECIDE,
    },
  },
  acceptCancellation: {
    permission: 'order.cancel',
    otherwise: NOT_TO_CANCEL,
    also: (order, actorId) => notTheirCancellation(order, actorId),
  },
  reportNoShow: {
    permission: 'order.arrange',
    otherwise: NOT_WAITING,
    stages: {
      NO_SHOW_OF_SELLER: 'This is reported already, and waits for its answer.',
      NO_SHOW_OF_BUYER: 'This is reported already, and waits for its answer.',
      HANDOVER_CLAIMED: 'The seller has said that the phone was handed over.',
      HANDOVER_UNDECIDED: 'The seller has said that the phone was handed over.',
    },
    also: ({ meetingOver }) =>
      meetingOver ? null : conflict('The time at which you agreed to meet has not passed, or you have agreed on none.'),
  },
  admitNoShow: {
    permission: 'order.cancel',
    otherwise: NOT_WAITING,
    stages: NOTHING_REPORTED,
  },
  denyNoShow: {
    permission: 'order.arrange',
    otherwise: NOT_WAITING,
    stages: NOTHING_REPORTED,
    also: ({ noShowOver }) => (noShowOver ? conflict('The time to answer is over.') : null),
  },
  acceptPhone: {
    permission: 'order.accept-phone',
    otherwise: 'This order is not waiting for your answer.',
    also: notForThem,
  },
  ...claimActs,
  refund: {
    permission: 'order.refund',
    otherwise: 'Only a paid order that is not handed over yet can be refunded.',
  },
}

const BANK_DECIDES = 'The buyer’s bank disputes this payment, and decides about the money.'
const obstacles: Record<DealObstacle, { isThere(order: OrderStatus): boolean; says(order: OrderStatus): string }> = {
  disputed: {
    isThere: ({ disputed }) => disputed,
    says: ({ state }) =>
      state === 'PAID'
        ? 'The buyer’s bank disputes this payment. Nothing can be handed over until it has decided.'
        : BANK_DECIDES,
  },
  moneyHeld: { isThere: ({ moneyHeld }) => moneyHeld, says: () => BANK_DECIDES },
  refundUnderWay: {
    isThere: ({ refundUnderWay }) => refundUnderWay,
    says: () => 'Some of the payment is on its way back to the buyer. Try again later.',
  },
}

/** Of what leads somewhere once in a deal: whether it has. */
const once: Record<OnceEvent, { isDone(order: OrderStatus, actorId: string): boolean; says: string }> = {
  reportNoShow: {
    isDone: ({ reporterIds }, actorId) => reporterIds.includes(actorId),
    says: 'You have reported this once already. An admin can help.',
  },
  decideClaim: {
    isDone: ({ returnOrdered }) => returnOrdered,
    says: 'A return was ordered once, and did not happen. Decide about the money.',
  },
}

function isOnce(event: DealEvent): event is OnceEvent {
  return Object.hasOwn(once, event)
}

/** Why a step of the deal cannot be taken now; null when it can. @param to where it leads, of an act that decides between two */
function checkStep(order: OrderStatus, act: DealAct, { actorId, to }: { actorId: string; to?: DealStage }) {
  const { otherwise, stages, also } = dealActs[act]
  const party = actorId === order.buyerId ? 'buyer' : actorId === order.sellerId ? 'seller' : 'admin'
  const ofParty = allDealSteps.filter(({ event, by }) => event === act && by.includes(party))
  const steps = ofParty.filter(step => to === undefined || step.to === to)
  const stage = stageOf(order)
  const now = steps.filter(({ from }) => from.includes(stage))
  if (now.length === 0) {
    const reason = stages?.[stage]
    return reason === undefined ? notOpen(otherwise) : conflict(reason)
  }
  const left = now.filter(({ event, once: isOnly }) => !(isOnly && isOnce(event) && once[event].isDone(order, actorId)))
  if (left.length === 0) return conflict(isOnce(act) ? once[act].says : otherwise)
  const inTheWay = left.map(({ unless = [] }) => unless.find(obstacle => obstacles[obstacle].isThere(order)))
  const [first] = inTheWay
  if (first && inTheWay.every(obstacle => obstacle !== undefined)) return conflict(obstacles[first].says(order))
  return also?.(order, actorId) ?? null
}

function isDealAct(act: OrderAct): act is DealAct {
  return Object.hasOwn(dealActs, act)
}

function ruleOf(act: OrderAct): ActionRule {
  if (!isDealAct(act)) return otherRules[act]
  const by = allDealSteps.filter(({ event }) => event === act).flatMap(step => step.by)
  return {
    by: parties.filter(party => by.includes(party)),
    permission: dealActs[act].permission,
    check: (order, actorId) => checkStep(order, act, { actorId }),
  }
}

const otherRules: Record<Exclude<OrderAct, DealAct>, ActionRule> = {
  renewHandoverCode: {
    by: ['buyer'],
    permission: 'order.read-own',
    check: ({ state }) => (state === 'PAID' ? null : notOpen(NOT_WAITING)),
  },
  proposeCancellation: {
    by: sides,
    permission: 'order.arrange',
    check: ({ state, moneyHeld, cancellation }, actorId) => {
      if (state !== 'PAID') return notOpen(NOT_TO_CANCEL)
      if (moneyHeld) return conflict(BANK_DECIDES)
      if (cancellation === null) return null
      return conflict(
        cancellation.byId === actorId ? 'You have proposed it already.' : 'Answer the other side’s proposal first.',
      )
    },
  },
  declineCancellation: {
    by: sides,
    permission: 'order.arrange',
    check: (order, actorId) => (order.state === 'PAID' ? notTheirCancellation(order, actorId) : notOpen(NOT_TO_CANCEL)),
  },
  withdrawCancellation: {
    by: sides,
    permission: 'order.arrange',
    check: ({ state, cancellation }, actorId) => {
      if (state !== 'PAID') return notOpen(NOT_TO_CANCEL)
      return cancellation?.byId === actorId ? null : conflict(NO_PROPOSAL)
    },
  },
  renewReturnCode: {
    by: ['seller'],
    permission: 'order.answer-claim',
    check: ({ state, claimOver }) =>
      state === 'RETURNING' && !claimOver ? null : notOpen('This phone is not to be returned.'),
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
        (order.state === 'HANDED_OVER' || order.state === 'CLAIMED' ? null : notLive(order)) ??
        (own >= NOTES_MAX ? conflict(`You have written ${NOTES_MAX} notes, as many as fit.`) : null)
      )
    },
  },
}

/** The actions that the caller can take on an order now, by the rules that the use cases follow. */
export function allowedActions(caller: Caller, order: OrderStatus): OrderAct[] {
  const party = partyOf(caller, order)
  return orderActs.filter(action => {
    const { by, permission, check } = ruleOf(action)
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
  const { by, check } = ruleOf(action)
  if (party === null || !by.includes(party)) throw new DomainError('NOT_FOUND', 'You have no such order.')
  const error = check(order, caller.id)
  if (error) throw error
}

/**
 * The same for a decision between two ends.
 * @throws DomainError NOT_FOUND (not a party that may), or why it cannot be done now
 */
export function requireDecision(caller: Caller, order: OrderStatus, to: 'HANDED_OVER' | 'REFUNDED'): void {
  requireAction(caller, order, 'decideHandover')
  requireOutcome(caller, order, { act: 'decideHandover', to })
}

/**
 * Checks that an act may lead to a stage, for a locked order and a caller who may take the act.
 * @throws DomainError why it cannot now
 */
export function requireOutcome(caller: Caller, order: OrderStatus, { act, to }: { act: DealAct; to: DealStage }): void {
  const error = checkStep(order, act, { actorId: caller.id, to })
  if (error) throw error
}

/** Whether an act may lead to a stage now, of a caller who may take the act. */
export function allowsOutcome(
  caller: Caller,
  order: OrderStatus,
  { act, to }: { act: DealAct; to: DealStage },
): boolean {
  return checkStep(order, act, { actorId: caller.id, to }) === null
}

/** Why its two sides have nothing to arrange any more. */
function notLive({ state }: OrderStatus): DomainError | null {
  return state === 'PLACED' || state === 'PAID' || state === 'RETURNING' ? null : notOpen('This order has ended.')
}

const NO_PROPOSAL = 'There is no such proposal any more.'

/** Why somebody cannot answer the proposal to cancel: it is for the other side of who made it. */
function notTheirCancellation({ cancellation }: OrderStatus, actorId: string): DomainError | null {
  return cancellation !== null && cancellation.byId !== actorId ? null : conflict(NO_PROPOSAL)
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
