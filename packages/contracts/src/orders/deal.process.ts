import * as z from 'zod/mini'
import type { ClaimState } from '../claims/claim.ts'
import type { OrderEnding, OrderState } from './order.ts'

/**
 * The stages of a deal, each with the state of its order. What was said about a handover makes stages of a paid order, and whose
 * turn it is in a claim makes stages of a claimed one.
 */
export const dealStages = {
  PLACED: 'PLACED',
  PAID: 'PAID',
  /** The buyer says that the seller did not come to meet, and the seller is asked. */
  NO_SHOW_OF_SELLER: 'PAID',
  /** The seller says so of the buyer, who is asked. */
  NO_SHOW_OF_BUYER: 'PAID',
  /** The seller says that the phone was handed over, and the buyer is asked. */
  HANDOVER_CLAIMED: 'PAID',
  /** The buyer has denied it, or has not answered in time. */
  HANDOVER_UNDECIDED: 'PAID',
  HANDED_OVER: 'HANDED_OVER',
  /** The buyer says that something is wrong with the phone, and the seller is asked. */
  CLAIM_UNANSWERED: 'CLAIMED',
  /** The seller offers a part of the money, and the buyer is asked. */
  CLAIM_OFFERED: 'CLAIMED',
  /** The seller disagrees, the buyer does not take the offer, somebody was silent, or the return did not happen. */
  CLAIM_UNDECIDED: 'CLAIMED',
  RETURNING: 'RETURNING',
  RELEASED: 'RELEASED',
  PARTLY_REFUNDED: 'PARTLY_REFUNDED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  REFUNDED: 'REFUNDED',
} as const satisfies Record<string, OrderState>
export const DealStage = z.enum(Object.keys(dealStages) as (keyof typeof dealStages)[])
export type DealStage = keyof typeof dealStages

/** Who brings an event about; `market` is the product itself, by a deadline or because an account is gone. */
export type DealActor = 'buyer' | 'seller' | 'admin' | 'market' | 'provider' | 'bank'

/** What an event has to wait for: an open dispute or inquiry, a dispute that holds the money, a refund that is on its way. */
export type DealObstacle = 'disputed' | 'moneyHeld' | 'refundUnderWay'

/** The moment after which the market acts, or until which an admin decides: the order's, or the claim's. */
export type DealDeadline =
  | 'reservedUntil'
  | 'handoverDueAt'
  | 'noShowDueAt'
  | 'answerDueAt'
  | 'protectedUntil'
  | 'claimDueAt'
  | 'handoverDecisionDueAt'

interface DealStep {
  event: string
  from: readonly DealStage[]
  to: DealStage
  by: readonly DealActor[]
  /** How the order has ended then. */
  ending?: OrderEnding
  unless?: readonly DealObstacle[]
  deadline?: DealDeadline
  /** Each of the two sides, or the admins, can bring it about once in a deal. */
  once?: true
}

const notHandedOver = ['PAID', 'NO_SHOW_OF_SELLER', 'NO_SHOW_OF_BUYER'] as const
const waitingForHandover = [...notHandedOver, 'HANDOVER_CLAIMED', 'HANDOVER_UNDECIDED'] as const
const claimed = ['CLAIM_UNANSWERED', 'CLAIM_OFFERED', 'CLAIM_UNDECIDED', 'RETURNING'] as const

/**
 * All that can happen to a deal. What is not here does not happen: the transitions of an order, who may act and when are read
 * from it. The events of the two sides and of an admin have the names of their acts.
 */
export const dealSteps = [
  { event: 'pay', from: ['PLACED'], to: 'PAID', by: ['buyer'] },
  // A charge that comes after the hold, while the phone is free and costs the same.
  { event: 'paidLate', from: ['EXPIRED'], to: 'PAID', by: ['provider'] },
  { event: 'cancel', from: ['PLACED'], to: 'CANCELLED', by: ['buyer'], ending: 'CANCELLED_BY_BUYER' },
  { event: 'release', from: ['PLACED'], to: 'CANCELLED', by: ['seller', 'admin'], ending: 'RELEASED' },
  { event: 'sideRemoved', from: ['PLACED'], to: 'CANCELLED', by: ['market'], ending: 'SIDE_REMOVED' },
  {
    event: 'holdOver',
    from: ['PLACED'],
    to: 'EXPIRED',
    by: ['market'],
    ending: 'EXPIRED',
    deadline: 'reservedUntil',
  },

  {
    event: 'handOver',
    from: waitingForHandover,
    to: 'HANDED_OVER',
    by: ['seller'],
    ending: 'HANDED_OVER',
    unless: ['disputed'],
  },
  {
    event: 'confirmHandover',
    from: waitingForHandover,
    to: 'HANDED_OVER',
    by: ['buyer'],
    ending: 'HANDED_OVER',
    unless: ['disputed'],
  },
  { event: 'claimHandover', from: ['PAID'], to: 'HANDOVER_CLAIMED', by: ['seller'], unless: ['disputed'] },
  { event: 'denyHandover', from: ['HANDOVER_CLAIMED'], to: 'HANDOVER_UNDECIDED', by: ['buyer'] },
  {
    event: 'answerMissed',
    from: ['HANDOVER_CLAIMED'],
    to: 'HANDOVER_UNDECIDED',
    by: ['market'],
    deadline: 'answerDueAt',
  },
  {
    event: 'decideHandover',
    from: ['HANDOVER_UNDECIDED'],
    to: 'HANDED_OVER',
    by: ['admin'],
    ending: 'HANDED_OVER',
    unless: ['disputed'],
  },
  // During an inquiry of the bank the money can still be refunded.
  {
    event: 'decideHandover',
    from: ['HANDOVER_UNDECIDED'],
    to: 'REFUNDED',
    by: ['admin'],
    ending: 'REFUNDED_BY_ADMIN',
    unless: ['moneyHeld'],
  },
  // Its time does not pass while nobody may hand it over, or while a side has time to say that they did come.
  {
    event: 'handoverMissed',
    from: ['PAID'],
    to: 'REFUNDED',
    by: ['market'],
    ending: 'HANDOVER_MISSED',
    unless: ['disputed'],
    deadline: 'handoverDueAt',
  },
  {
    event: 'refund',
    from: waitingForHandover,
    to: 'REFUNDED',
    by: ['seller'],
    ending: 'REFUNDED_BY_SELLER',
    unless: ['moneyHeld'],
  },
  {
    event: 'refund',
    from: waitingForHandover,
    to: 'REFUNDED',
    by: ['admin'],
    ending: 'REFUNDED_BY_ADMIN',
    unless: ['moneyHeld'],
  },
  {
    event: 'sideRemoved',
    from: notHandedOver,
    to: 'REFUNDED',
    by: ['market'],
    ending: 'SIDE_REMOVED',
    unless: ['moneyHeld'],
  },
  // Of what the other side has proposed.
  {
    event: 'acceptCancellation',
    from: waitingForHandover,
    to: 'REFUNDED',
    by: ['buyer', 'seller'],
    ending: 'CANCELLED_BY_AGREEMENT',
    unless: ['moneyHeld'],
  },
  // Once the time has passed at which they wanted to meet.
  {
    event: 'reportNoShow',
    from: ['PAID'],
    to: 'NO_SHOW_OF_SELLER',
    by: ['buyer'],
    unless: ['disputed'],
    once: true,
  },
  {
    event: 'reportNoShow',
    from: ['PAID'],
    to: 'NO_SHOW_OF_BUYER',
    by: ['seller'],
    unless: ['disputed'],
    once: true,
  },
  { event: 'denyNoShow', from: ['NO_SHOW_OF_SELLER'], to: 'PAID', by: ['seller'] },
  { event: 'denyNoShow', from: ['NO_SHOW_OF_BUYER'], to: 'PAID', by: ['buyer'] },
  {
    event: 'admitNoShow',
    from: ['NO_SHOW_OF_SELLER'],
    to: 'REFUNDED',
    by: ['seller'],
    ending: 'SELLER_NO_SHOW',
    unless: ['moneyHeld'],
  },
  {
    event: 'admitNoShow',
    from: ['NO_SHOW_OF_BUYER'],
    to: 'REFUNDED',
    by: ['buyer'],
    ending: 'BUYER_NO_SHOW',
    unless: ['moneyHeld'],
  },
  // A silent seller is taken at the buyer's word; of a silent buyer the time for the handover runs on.
  {
    event: 'noShowUnanswered',
    from: ['NO_SHOW_OF_SELLER'],
    to: 'REFUNDED',
    by: ['market'],
    ending: 'SELLER_NO_SHOW',
    unless: ['moneyHeld'],
    deadline: 'noShowDueAt',
  },
  {
    event: 'noShowUnanswered',
    from: ['NO_SHOW_OF_BUYER'],
    to: 'PAID',
    by: ['market'],
    deadline: 'noShowDueAt',
  },
  // A buyer who is gone answers nothing.
  { event: 'sideRemoved', from: ['HANDOVER_CLAIMED'], to: 'HANDOVER_UNDECIDED', by: ['market'] },
  {
    event: 'refundedAtProvider',
    from: [...waitingForHandover, ...claimed],
    to: 'REFUNDED',
    by: ['provider'],
    ending: 'REFUNDED_AT_PROVIDER',
  },
  {
    event: 'disputeLost',
    from: [...waitingForHandover, ...claimed],
    to: 'REFUNDED',
    by: ['bank'],
    ending: 'DISPUTE_LOST',
  },
  // On appeal, of a deal that it had ended while a problem with the phone in the buyer's hands was open.
  { event: 'disputeWonLate', from: ['REFUNDED'], to: 'RELEASED', by: ['bank'] },
  // Where the buyer was to get the other part back otherwise.
  { event: 'disputeWonLate', from: ['REFUNDED'], to: 'PARTLY_REFUNDED', by: ['bank'] },

  {
    event: 'acceptPhone',
    from: ['HANDED_OVER'],
    to: 'RELEASED',
    by: ['buyer'],
    unless: ['disputed', 'refundUnderWay'],
  },
  // For a buyer who is suspended and cannot say so.
  {
    event: 'acceptPhone',
    from: ['HANDED_OVER'],
    to: 'RELEASED',
    by: ['admin'],
    unless: ['disputed', 'refundUnderWay'],
  },
  {
    event: 'protectionOver',
    from: ['HANDED_OVER'],
    to: 'RELEASED',
    by: ['market'],
    unless: ['disputed', 'refundUnderWay'],
    deadline: 'protectedUntil',
  },

  { event: 'openClaim', from: ['HANDED_OVER'], to: 'CLAIM_UNANSWERED', by: ['buyer'] },
  // For a buyer who is suspended, who answers nobody.
  { event: 'openClaim', from: ['HANDED_OVER'], to: 'CLAIM_UNDECIDED', by: ['admin'] },
  // The seller agrees to the wish as it is, offers a part, or disagrees.
  {
    event: 'answerClaim',
    from: ['CLAIM_UNANSWERED'],
    to: 'REFUNDED',
    by: ['seller'],
    ending: 'REFUNDED_BY_SELLER',
    unless: ['moneyHeld'],
  },
  { event: 'answerClaim', from: ['CLAIM_UNANSWERED'], to: 'PARTLY_REFUNDED', by: ['seller'], unless: ['moneyHeld'] },
  { event: 'answerClaim', from: ['CLAIM_UNANSWERED'], to: 'RETURNING', by: ['seller'] },
  { event: 'answerClaim', from: ['CLAIM_UNANSWERED'], to: 'CLAIM_OFFERED', by: ['seller'] },
  { event: 'answerClaim', from: ['CLAIM_UNANSWERED'], to: 'CLAIM_UNDECIDED', by: ['seller'] },
  {
    event: 'claimAnswerMissed',
    from: ['CLAIM_UNANSWERED'],
    to: 'CLAIM_UNDECIDED',
    by: ['market'],
    deadline: 'claimDueAt',
  },
  // The buyer takes the offer, or asks an admin. An offer of an earlier release may be all that is left.
  { event: 'answerOffer', from: ['CLAIM_OFFERED'], to: 'PARTLY_REFUNDED', by: ['buyer'], unless: ['moneyHeld'] },
  {
    event: 'answerOffer',
    from: ['CLAIM_OFFERED'],
    to: 'REFUNDED',
    by: ['buyer'],
    ending: 'REFUNDED_BY_SELLER',
    unless: ['moneyHeld'],
  },
  { event: 'answerOffer', from: ['CLAIM_OFFERED'], to: 'CLAIM_UNDECIDED', by: ['buyer'] },
  { event: 'offerMissed', from: ['CLAIM_OFFERED'], to: 'CLAIM_UNDECIDED', by: ['market'], deadline: 'claimDueAt' },
  {
    event: 'confirmReturn',
    from: ['RETURNING'],
    to: 'REFUNDED',
    by: ['buyer'],
    ending: 'PHONE_RETURNED',
    unless: ['moneyHeld'],
  },
  // Nor does this time pass while the buyer could not confirm it.
  {
    event: 'returnMissed',
    from: ['RETURNING'],
    to: 'CLAIM_UNDECIDED',
    by: ['market'],
    unless: ['moneyHeld'],
    deadline: 'claimDueAt',
  },
  // A side that is gone, or about to be, answers nothing and meets nobody.
  {
    event: 'sideRemoved',
    from: ['CLAIM_UNANSWERED', 'CLAIM_OFFERED', 'RETURNING'],
    to: 'CLAIM_UNDECIDED',
    by: ['market'],
  },
  { event: 'withdrawClaim', from: claimed, to: 'RELEASED', by: ['buyer'], unless: ['disputed', 'refundUnderWay'] },
  {
    event: 'decideClaim',
    from: ['CLAIM_UNDECIDED'],
    to: 'REFUNDED',
    by: ['admin'],
    ending: 'REFUNDED_BY_ADMIN',
    unless: ['moneyHeld'],
  },
  { event: 'decideClaim', from: ['CLAIM_UNDECIDED'], to: 'PARTLY_REFUNDED', by: ['admin'], unless: ['moneyHeld'] },
  // Of a second one nobody knows that it will happen.
  { event: 'decideClaim', from: ['CLAIM_UNDECIDED'], to: 'RETURNING', by: ['admin'], once: true },
  {
    event: 'decideClaim',
    from: ['CLAIM_UNDECIDED'],
    to: 'RELEASED',
    by: ['admin'],
    unless: ['disputed', 'refundUnderWay'],
  },
] as const satisfies readonly DealStep[]

/**
 * Where an admin decides, and until when. Nothing happens by itself then: the case is overdue in the admins' queue, and they are
 * reminded a day before and once it is.
 */
export const decisionDeadlines: Partial<Record<DealStage, DealDeadline>> = {
  HANDOVER_UNDECIDED: 'handoverDecisionDueAt',
  CLAIM_UNDECIDED: 'claimDueAt',
}

type Steps = (typeof dealSteps)[number]
export type DealEvent = Steps['event']
/** Events that lead somewhere once alone. */
export type OnceEvent = Extract<Steps, { once: true }>['event']
type StateOf<Stage extends DealStage> = (typeof dealStages)[Stage]

type Leaving<Step, From extends OrderState> = Step extends {
  from: readonly (infer Stage extends DealStage)[]
  to: infer To extends DealStage
}
  ? From extends StateOf<Stage>
    ? StateOf<To>
    : never
  : never
/** The states that an order may come to from one. */
export type NextOrderState<From extends OrderState> = Exclude<Leaving<Steps, From>, From>

type Ends = { [To in OrderState]: Extract<Steps, { to: To; ending: OrderEnding }>['ending'] }
/** The states that end an order. */
export type EndState = { [To in OrderState]: [Ends[To]] extends [never] ? never : To }[OrderState]
/** How an order may end in a state. */
export type EndingOf<To extends OrderState> = Ends[To]

/** The steps of the deal, as anything that reads them all sees them. */
export const allDealSteps: readonly (DealStep & { event: DealEvent })[] = dealSteps

/** Until when a stage lasts: until the market acts, or an admin is to decide. Null where nothing is waited for. */
export function deadlineOf(stage: DealStage): DealDeadline | null {
  const step = allDealSteps.find(({ from, deadline }) => deadline !== undefined && from.includes(stage))
  return step?.deadline ?? decisionDeadlines[stage] ?? null
}

/** What of an order its stage depends on. Times were compared with the database's clock. */
export interface Staged {
  state: OrderState
  claimed: boolean
  denied: boolean
  answerOver: boolean
  /** Who says that the other did not come to meet, and is not answered yet. */
  noShowBy: 'buyer' | 'seller' | null
  /** Whether the time to answer that is over. */
  noShowOver: boolean
  claimState: ClaimState | null
  /** Whether the time of whoever's turn it is in the claim is over. */
  claimOver: boolean
}

/** Where the deal of an order stands. */
export function stageOf(order: Staged): DealStage {
  const { state, claimed, denied, answerOver, noShowBy, noShowOver } = order
  if (state === 'CLAIMED') return stageOfClaim(order)
  if (state !== 'PAID') return state
  if (claimed) return denied || answerOver ? 'HANDOVER_UNDECIDED' : 'HANDOVER_CLAIMED'
  if (noShowBy === 'buyer') return 'NO_SHOW_OF_SELLER'
  return noShowBy === 'seller' && !noShowOver ? 'NO_SHOW_OF_BUYER' : 'PAID'
}

function stageOfClaim({ claimState, claimOver }: Staged): DealStage {
  if (claimState === 'UNDECIDED' || claimOver) return 'CLAIM_UNDECIDED'
  return claimState === 'BUYER_ANSWERS' ? 'CLAIM_OFFERED' : 'CLAIM_UNANSWERED'
}
