import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import type { DealSummary } from '@second-ring/contracts/orders/deal-summary'
import { bankWords, cancellationWords, type DealWords, isUsedUp, plain, usedUpWords } from './deal-words.ts'

type Side = 'buyer' | 'seller'

/** The stages in which a buyer's money is held. */
type HeldStage = Exclude<DealStage, 'PLACED' | 'RELEASED' | 'PARTLY_REFUNDED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED'>

interface StageWords {
  /** Before the deadline; where it ends in a blank, the deadline follows. */
  before: string
  /** After it. */
  after?: string
  /** Once that is over. */
  over?: string
  /** Whether the reader is waited for. */
  isYours?: true
}

const TIME_OVER = 'The time is over: an admin decides'

/** What each side reads of a deal in each stage. */
const words: Record<HeldStage, Record<Side, StageWords>> = {
  PAID: {
    buyer: { before: 'Meet the seller by ', after: ', or your money goes back' },
    seller: { before: 'Hand the phone over by ' },
  },
  NO_SHOW_OF_SELLER: {
    buyer: {
      before: 'You say that the seller did not come. They can answer until ',
      after: ', or your money goes back',
      over: 'You say that the seller did not come, and they did not answer in time: your money goes back',
    },
    seller: {
      before: 'The buyer says that you did not come. Answer by ',
      after: ', or the money goes back',
      over: 'The buyer says that you did not come, and the time to answer is over: the money goes back',
      isYours: true,
    },
  },
  NO_SHOW_OF_BUYER: {
    buyer: {
      before: 'The seller says that you did not come. Answer by ',
      after: ', or the sale goes on',
      over: 'The seller says that you did not come. The sale goes on',
      isYours: true,
    },
    seller: {
      before: 'You say that the buyer did not come. They can answer until ',
      over: 'You say that the buyer did not come. The sale goes on',
    },
  },
  HANDOVER_CLAIMED: {
    buyer: {
      before: 'The seller says that you have the phone. Answer by ',
      after: ', or an admin decides',
      over: 'The seller says that you have the phone. You did not answer in time: an admin decides',
      isYours: true,
    },
    seller: {
      before: 'The buyer is asked whether they have the phone, until ',
      after: '. Then an admin decides',
      over: 'The buyer has not said in time whether they have the phone: an admin decides',
    },
  },
  HANDOVER_UNDECIDED: same('An admin decides whether it was handed over'),
  HANDED_OVER: {
    buyer: {
      before: 'Is all fine? You can report a problem until ',
      after: ', then the money is the seller’s',
      over: 'The time to report a problem is over',
      isYours: true,
    },
    seller: { before: 'Yours on ', after: ', unless the buyer reports a problem' },
  },
  CLAIM_UNANSWERED: {
    buyer: {
      before: 'You have reported a problem. The seller can answer until ',
      after: '. Then an admin decides',
      over: 'You have reported a problem. The time is over: an admin decides',
    },
    seller: {
      before: 'The buyer has reported a problem. Answer by ',
      after: ', or an admin decides',
      over: 'The buyer has reported a problem. The time is over: an admin decides',
      isYours: true,
    },
  },
  CLAIM_OFFERED: {
    buyer: {
      before: 'The seller offers a part of the money back. Answer by ',
      after: ', or an admin decides',
      over: TIME_OVER,
      isYours: true,
    },
    seller: {
      before: 'The buyer can take your offer until ',
      after: '. Then an admin decides',
      over: TIME_OVER,
    },
  },
  CLAIM_UNDECIDED: same('An admin decides about the problem'),
  RETURNING: {
    buyer: {
      before: 'Give the phone back by ',
      after: ', and enter the seller’s code: then your money goes back. Otherwise an admin decides',
      over: TIME_OVER,
      isYours: true,
    },
    seller: {
      before: 'Meet the buyer by ',
      after: ' to take the phone back: then the money goes back. Otherwise an admin decides',
      over: TIME_OVER,
    },
  },
}

/** What can still be reported of a phone that was handed over while a bank looks into its payment. */
const reportable: Record<Side, StageWords> = {
  buyer: { before: 'You can report a problem until ', over: 'The time to report a problem is over' },
  seller: { before: 'The buyer can report a problem until ', over: 'The time to report a problem is over' },
}

function same(before: string): Record<Side, StageWords> {
  return { buyer: { before }, seller: { before } }
}

/** Says what is waited for in a deal whose money is held, until when, and what comes then; null of any other deal. */
export function heldWords(stage: DealStage, dueAt: string | null, side: Side): DealWords | null {
  return isHeld(stage) ? withTime(words[stage][side], dueAt) : null
}

/** Says all that waits in a deal, and for whom; what comes before all else stands first. */
export function dealWords(deal: DealSummary, side: Side): DealWords[] {
  const { stage, dueAt, disputed, cancellation, meetingProposedBy } = deal
  const held = heldWords(stage, dueAt, side)
  return [
    ...(disputed ? [{ ...plain(bankWords(stage, side)), look: 'bank' as const }] : []),
    ...(disputed && stage === 'HANDED_OVER' ? [withTime(reportable[side], dueAt)] : []),
    ...(isUsedUp(deal) ? [usedUpWords(stage, side)] : []),
    // Neither time passes meanwhile; what a side is asked is still to be answered.
    ...(held && !(disputed && (stage === 'PAID' || stage === 'HANDED_OVER')) ? [held] : []),
    ...(cancellation ? [cancellationWords(cancellation, side)] : []),
    ...(meetingProposedBy ? [meetingWords(meetingProposedBy, side)] : []),
  ]
}

function meetingWords(by: Side, side: Side): DealWords {
  const proposed = 'another place or time to meet'
  return by === side
    ? plain(`You propose ${proposed}. The ${by === 'buyer' ? 'seller' : 'buyer'} is asked`)
    : { ...plain(`The ${by} proposes ${proposed}: accept or decline it`), look: 'yours' }
}

function withTime({ before, after = '', over, isYours }: StageWords, dueAt: string | null): DealWords {
  if (over && (dueAt === null || Date.parse(dueAt) <= Date.now())) return plain(over)
  const look = isYours && 'yours'
  return before.endsWith(' ') && dueAt ? { before, at: dueAt, after, look } : { ...plain(before), look }
}

function isHeld(stage: DealStage): stage is HeldStage {
  return Object.hasOwn(words, stage)
}
