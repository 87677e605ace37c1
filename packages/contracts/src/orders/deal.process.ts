import type { OrderEnding, OrderState } from './order.ts'

/** The stages of a deal, each with the state of its order. What was said about a handover makes stages of a paid order. */
export const dealStages = {
  PLACED: 'PLACED',
  PAID: 'PAID',
  /** The seller says that the phone was handed over, and the buyer is asked. */
  HANDOVER_CLAIMED: 'PAID',
  /** The buyer has denied it, or has not answered in time. */
  HANDOVER_UNDECIDED: 'PAID',
  HANDED_OVER: 'HANDED_OVER',
  RELEASED: 'RELEASED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  REFUNDED: 'REFUNDED',
} as const satisfies Record<string, OrderState>
export type DealStage = keyof typeof dealStages

/** Who brings an event about; `market` is the product itself, by a deadline or because an account is gone. */
export type DealActor = 'buyer' | 'seller' | 'admin' | 'market' | 'provider' | 'bank'

/** What an event has to wait for: an open dispute or inquiry, a dispute that holds the money, a refund that is on its way. */
export type DealObstacle = 'disputed' | 'moneyHeld' | 'refundUnderWay'

/** The order's moment after which the market acts. */
export type DealDeadline = 'reservedUntil' | 'handoverDueAt' | 'answerDueAt' | 'protectedUntil'

interface DealStep {
  event: string
  from: readonly DealStage[]
  to: DealStage
  by: readonly DealActor[]
  /** How the order has ended then. */
  ending?: OrderEnding
  unless?: readonly DealObstacle[]
  deadline?: DealDeadline
}

const waitingForHandover = ['PAID', 'HANDOVER_CLAIMED', 'HANDOVER_UNDECIDED'] as const

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
  {
    event: 'handoverMissed',
    from: ['PAID'],
    to: 'REFUNDED',
    by: ['market'],
    ending: 'HANDOVER_MISSED',
    unless: ['moneyHeld'],
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
    from: ['PAID'],
    to: 'REFUNDED',
    by: ['market'],
    ending: 'SIDE_REMOVED',
    unless: ['moneyHeld'],
  },
  // A buyer who is gone answers nothing.
  { event: 'sideRemoved', from: ['HANDOVER_CLAIMED'], to: 'HANDOVER_UNDECIDED', by: ['market'] },
  {
    event: 'refundedAtProvider',
    from: waitingForHandover,
    to: 'REFUNDED',
    by: ['provider'],
    ending: 'REFUNDED_AT_PROVIDER',
  },
  { event: 'disputeLost', from: waitingForHandover, to: 'REFUNDED', by: ['bank'], ending: 'DISPUTE_LOST' },

  {
    event: 'acceptPhone',
    from: ['HANDED_OVER'],
    to: 'RELEASED',
    by: ['buyer'],
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
] as const satisfies readonly DealStep[]

type Steps = (typeof dealSteps)[number]
export type DealEvent = Steps['event']
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

/** What of an order its stage depends on. Times were compared with the database's clock. */
interface Staged {
  state: OrderState
  claimed: boolean
  denied: boolean
  answerOver: boolean
}

/** Where the deal of an order stands. */
export function stageOf({ state, claimed, denied, answerOver }: Staged): DealStage {
  if (state !== 'PAID' || !claimed) return state
  return denied || answerOver ? 'HANDOVER_UNDECIDED' : 'HANDOVER_CLAIMED'
}
