import type { DealStage } from '@second-ring/contracts/orders/deal.process'

/** The stages in which a buyer's money is held. */
type HeldStage = Exclude<DealStage, 'PLACED' | 'RELEASED' | 'PARTLY_REFUNDED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED'>

/** What a seller reads of a deal in each of them: before its deadline, after it, and once that is over. */
const words: Record<HeldStage, { before: string; after?: string; over?: string }> = {
  PAID: { before: 'Hand the phone over by ' },
  NO_SHOW_OF_SELLER: {
    before: 'The buyer says that you did not come. Answer by ',
    after: ', or the money goes back',
    over: 'The buyer says that you did not come, and the time to answer is over: the money goes back',
  },
  NO_SHOW_OF_BUYER: {
    before: 'You say that the buyer did not come. They can answer until ',
    over: 'You say that the buyer did not come. The sale goes on',
  },
  HANDOVER_CLAIMED: {
    before: 'The buyer is asked whether they have the phone, until ',
    after: '. Then an admin decides',
    over: 'The buyer has not said in time whether they have the phone: an admin decides',
  },
  HANDOVER_UNDECIDED: { before: 'An admin decides whether it was handed over' },
  HANDED_OVER: { before: 'Yours on ', after: ', unless the buyer reports a problem' },
  CLAIM_UNANSWERED: {
    before: 'The buyer has reported a problem. Answer by ',
    after: ', or an admin decides',
    over: 'The buyer has reported a problem. The time is over: an admin decides',
  },
  CLAIM_OFFERED: {
    before: 'The buyer can take your offer until ',
    after: '. Then an admin decides',
    over: 'The buyer has not taken your offer in time: an admin decides',
  },
  CLAIM_UNDECIDED: { before: 'An admin decides about the problem that the buyer has reported' },
  RETURNING: {
    before: 'Meet the buyer by ',
    after: ' to take the phone back. All of the money goes back then; without a return an admin decides',
    over: 'The time to return the phone is over: an admin decides',
  },
}

export interface HeldWords {
  before: string
  /** The moment that stands between; null when the words name none. */
  at: string | null
  after: string
}

/** Says what is waited for in a deal whose money is held, until when, and what comes then; null of any other deal. */
export function heldWords(stage: DealStage, dueAt: string | null): HeldWords | null {
  if (!isHeld(stage)) return null
  const { before, after = '', over } = words[stage]
  const namesTime = before.endsWith(' ')
  if (over && (dueAt === null || Date.parse(dueAt) <= Date.now())) return { before: over, at: null, after: '' }
  return namesTime && dueAt ? { before, at: dueAt, after } : { before, at: null, after: '' }
}

function isHeld(stage: DealStage): stage is HeldStage {
  return Object.hasOwn(words, stage)
}
