import { CASE_HOURS, DAYS_AFTER_DISPUTE } from '@second-ring/contracts/orders/deadlines'
import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import type { OrderEnding } from '@second-ring/contracts/orders/order'
import type { OrderDetails, OrderParty } from '@second-ring/contracts/orders/order-details'
import { bankWords, cancellationWords, inFull, isUsedUp, usedUpWords } from '#listings/deal-words.ts'
import { exactMoment } from '#ui/moment.tsx'

/** Where an order stands, and what comes next, for who looks at it. */
export interface OrderStatus {
  sentences: string[]
  /** The deadline that runs now, as an ISO instant, and what is said when it has passed. */
  deadline?: { at: string; over: string }
}

const POST_AGAIN = 'If you still sell it, post it again: Add a product, on your dashboard.'

const endings: Record<OrderEnding, Record<OrderParty, string>> = {
  HANDED_OVER: {
    buyer: 'You have the phone.',
    seller: 'You have handed the phone over.',
    admin: 'The phone was handed over.',
  },
  CANCELLED_BY_BUYER: everyone('The buyer cancelled the booking.', { buyer: 'You cancelled the booking.' }),
  RELEASED: everyone('The booking was ended before it was paid.'),
  EXPIRED: everyone('The booking was not paid in time.'),
  REFUNDED_BY_SELLER: everyone('The seller refunded this order.', { seller: 'You refunded this order.' }),
  REFUNDED_BY_ADMIN: everyone('An admin refunded this order.'),
  REFUNDED_AT_PROVIDER: everyone('This order was refunded at the card payment provider.'),
  SIDE_REMOVED: everyone('The account of the other side was closed or suspended.', {
    admin: 'The account of a side was closed or suspended.',
  }),
  HANDOVER_MISSED: everyone('The phone was not handed over in time, so the money goes back.'),
  CANCELLED_BY_AGREEMENT: everyone('The buyer and the seller agreed to cancel, and the money goes back.', {
    buyer: 'You and the seller agreed to cancel, and the money goes back to your card.',
    seller: 'You and the buyer agreed to cancel, and the money goes back to them.',
  }),
  SELLER_NO_SHOW: everyone('The seller did not come to the meeting, so the money goes back.', {
    seller: `You did not come to the meeting, so the money goes back and the phone has left the market. ${POST_AGAIN}`,
  }),
  BUYER_NO_SHOW: everyone('The buyer did not come to the meeting, so the money goes back.', {
    buyer: 'You did not come to the meeting, so the money goes back.',
  }),
  PHONE_RETURNED: everyone('The phone was returned, and the money goes back.', {
    seller: `You have the phone again, and the money goes back. ${POST_AGAIN}`,
  }),
  DISPUTE_LOST: everyone('The buyer’s bank took the payment back.', { buyer: 'Your bank took the payment back.' }),
}

/** Of a seller who was silent nobody but the buyer has said so. */
const silentNoShow: Record<OrderParty, string> = {
  buyer: 'You said that the seller did not come to the meeting, and they did not answer in time. Your money goes back.',
  seller: `The buyer says that you did not come to the meeting, and you did not answer in time, so the money goes back and the phone has left the market. ${POST_AGAIN}`,
  admin:
    'The buyer says that the seller did not come to the meeting, and the seller did not answer in time. The money goes back.',
}

/** Where an order stands, by the stage of its deal. */
export function statusOf(order: OrderDetails): OrderStatus {
  const { stage, viewer, cancellation } = order
  const proposed = cancellation ? [inFull(cancellationWords(cancellation, viewer))] : []
  if (order.disputed && (stage === 'PAID' || stage === 'HANDED_OVER')) {
    return { sentences: [...disputed(order), ...proposed] }
  }
  const { words, deadline } = stages[stage]
  const at = deadline?.at(order) ?? null
  const sentences = [
    ...(order.disputed && order.state === 'PAID' ? [`${bankWords(stage, viewer)}.`] : []),
    ...words[viewer](order, at === null ? '' : exactMoment(at), at !== null && isPast(at)),
    ...(isUsedUp(order) ? [inFull(usedUpWords(stage, viewer))] : []),
    ...proposed,
  ]
  return at === null || deadline === null ? { sentences } : { sentences, deadline: { at, over: deadline.over } }
}

interface StageWords {
  /** What ends the stage by itself; null when nothing does, or when the claim's own panel counts it. */
  deadline: { at: (order: OrderDetails) => string | null; over: string } | null
  /** What is said of it. `until` is its deadline, empty without one; `isOver` once that has passed, until the market acts. */
  words: Record<OrderParty, (order: OrderDetails, until: string, isOver: boolean) => string[]>
}

/** Every stage of a deal for each who reads it, so that none is without its own words and its own deadline. */
const stages: Record<DealStage, StageWords> = {
  PLACED: {
    deadline: { at: ({ reservedUntil }) => reservedUntil, over: 'The time to pay is over.' },
    words: {
      buyer: (_, until) => [`The phone is held for you until ${until}. Pay by then, or the booking ends.`],
      seller: unpaid,
      admin: unpaid,
    },
  },
  PAID: {
    deadline: { at: ({ handoverDueAt }) => handoverDueAt, over: 'The time to hand it over has passed.' },
    words: {
      buyer: order => [
        order.codeUsedUp
          ? 'You have paid.'
          : 'You have paid. Meet the seller, check the phone, then give them your code.',
        ...withoutHandover(order),
      ],
      seller: order => [
        order.codeUsedUp
          ? 'The phone is paid.'
          : 'The phone is paid. Meet the buyer, and enter their code when they have the phone.',
        ...withoutHandover(order),
      ],
      admin: order => ['The phone is paid and not handed over yet.', ...withoutHandover(order)],
    },
  },
  NO_SHOW_OF_SELLER: {
    deadline: { at: noShowDue, over: 'The time to answer is over.' },
    words: {
      buyer: (_, until, isOver) => [
        'You say that the seller did not come to meet.',
        isOver
          ? 'They did not answer in time. Your money goes back.'
          : `They are asked. Without an answer by ${until} your money goes back.`,
      ],
      seller: (_, until, isOver) => [
        'The buyer says that you did not come to meet.',
        isOver
          ? 'You did not answer in time. The money goes back to the buyer.'
          : `It is your turn: answer by ${until}, or the money goes back to the buyer.`,
      ],
      admin: (_, until, isOver) => [
        'The buyer says that the seller did not come to meet.',
        isOver
          ? 'The seller did not answer in time. The money goes back to the buyer.'
          : `Without the seller’s answer by ${until} the money goes back to the buyer.`,
      ],
    },
  },
  NO_SHOW_OF_BUYER: {
    deadline: { at: noShowDue, over: 'The time to answer is over: the sale goes on.' },
    words: {
      buyer: (order, until) => [
        'The seller says that you did not come to meet.',
        `It is your turn: answer by ${until}. Without an answer the sale goes on.`,
        ...withoutHandover(order),
      ],
      seller: (order, until) => [
        'You say that the buyer did not come to meet.',
        `They are asked. Without an answer by ${until} the sale goes on.`,
        ...withoutHandover(order),
      ],
      admin: (order, until) => [
        'The seller says that the buyer did not come to meet.',
        `Without the buyer’s answer by ${until} the sale goes on.`,
        ...withoutHandover(order),
      ],
    },
  },
  HANDOVER_CLAIMED: {
    deadline: { at: ({ answerDueAt }) => answerDueAt, over: 'The time to answer is over.' },
    words: {
      buyer: (_, until, isOver) => [
        isOver
          ? 'The seller says that you have the phone. You did not answer in time: an admin decides.'
          : `The seller says that you have the phone. Is that so? Answer by ${until}, or an admin decides.`,
      ],
      seller: buyerAsked('an admin decides'),
      admin: buyerAsked('you decide'),
    },
  },
  HANDOVER_UNDECIDED: { deadline: null, words: { buyer: undecided, seller: undecided, admin: undecided } },
  HANDED_OVER: {
    deadline: { at: ({ protectedUntil }) => protectedUntil, over: 'The time to report a problem is over.' },
    words: {
      buyer: (order, until, isOver) =>
        until === '' || isDecided(order)
          ? withReason(order, isOver ? '' : until && describeReport(until))
          : [
              `You have the phone. Check it. Until ${until} you can report a problem; then the money is the seller’s.`,
              'If something is wrong, report it here: the money is held until that is settled.',
              ...reasonOf(order),
            ],
      seller: (order, until) =>
        withReason(
          order,
          until &&
            `The money is yours on ${until}, or as soon as the buyer says that all is fine, unless they report a problem.`,
        ),
      admin: (order, until) =>
        order.can.includes('openClaim')
          ? [
              handedOver(order),
              'The buyer’s account is suspended, so they cannot report a problem here. Ask them by mail.',
              `Report it for them, or release the money. Without that it is the seller’s on ${until}.`,
              ...reasonOf(order),
            ]
          : withReason(order, until && `The money is the seller’s on ${until}, unless a problem is reported.`),
    },
  },
  CLAIM_UNANSWERED: withClaim('The money is held until that is settled.'),
  CLAIM_OFFERED: withClaim('The money is held until that is settled.'),
  CLAIM_UNDECIDED: withClaim('The money is held until that is settled.'),
  RETURNING: withClaim('It is to be returned for the money.'),
  RELEASED: {
    deadline: null,
    words: {
      buyer: order => withReason(order, `The money was released to the seller${onRelease(order)}.`),
      seller: order =>
        withReason(
          order,
          isAllFee(order)
            ? `The deal is done${onRelease(order)}, and the market’s fee is all of the price. Nothing is left for you.`
            : `The money was released to you${onRelease(order)}.`,
        ),
      admin: order =>
        withReason(
          order,
          isAllFee(order)
            ? `The deal is done${onRelease(order)}, and the market’s fee is all of the price. Nothing is left for the seller.`
            : `The money was released to the seller${onRelease(order)}.`,
        ),
    },
  },
  PARTLY_REFUNDED: {
    deadline: null,
    words: {
      buyer: order => inPart(order, 'A part of the money goes back to you, and the rest was released to the seller.'),
      seller: order => inPart(order, `A part of the money goes back to the buyer, and ${restOf(order, 'you')}.`),
      admin: order => inPart(order, `A part of the money goes back to the buyer, and ${restOf(order, 'the seller')}.`),
    },
  },
  CANCELLED: { deadline: null, words: everyone(ended) },
  EXPIRED: { deadline: null, words: everyone(ended) },
  REFUNDED: { deadline: null, words: everyone(ended) },
}

const refundFailed: Record<OrderParty, string> = {
  buyer: 'The refund did not reach your card: we are on it.',
  seller: 'The refund did not reach the buyer’s card. An admin sees to it.',
  admin: 'The refund did not reach the buyer’s card, and the money is still owed.',
}

function unpaid(_: OrderDetails, until: string): string[] {
  return [`The phone is booked and not paid yet. The booking ends by itself if it is not paid by ${until}.`]
}

/** The bank's decision comes before all that a deadline could bring about. */
function disputed(order: OrderDetails): string[] {
  const { stage, viewer } = order
  const looking = `${bankWords(stage, viewer)}.`
  if (stage === 'HANDED_OVER') return [handedOver(order), ...reasonOf(order), looking, ...untilReported(order)]
  return [
    'The phone is paid and not handed over yet.',
    looking,
    `If the payment stands, there are ${DAYS_AFTER_DISPUTE} days at least to hand the phone over after that.`,
  ]
}

/** Until when a problem can be reported, whatever the bank does. */
function untilReported({ viewer, protectedUntil: at }: OrderDetails): string[] {
  if (at === null) return []
  const until = exactMoment(at)
  if (viewer === 'buyer') {
    return [isPast(at) ? 'The time to report a problem is over.' : `Until ${until} you can report a problem.`]
  }
  return isPast(at) ? [] : [`Until ${until} the buyer can report a problem.`]
}

/** That time does not pass while a bank looks into the payment. */
function withoutHandover({ handoverDueAt: at, disputed: isDisputed }: OrderDetails): string[] {
  return at === null || isDisputed
    ? []
    : [`If the phone is not handed over by ${exactMoment(at)}, the money goes back.`]
}

/** Until when the side that is said not to have come can answer. */
function noShowDue({ noShows }: OrderDetails): string | null {
  return noShows.find(({ state }) => state === 'OPEN')?.answerDueAt ?? null
}

function buyerAsked(then: string): StageWords['words'][OrderParty] {
  return (_, until, isOver) => {
    const asked = isOver ? `did not answer in time: ${then}` : `is asked until ${until}; without an answer ${then}`
    return [`The seller says that the phone was handed over. The buyer ${asked}.`]
  }
}

/** Whether the market's fee is all of the price, as its seller and admins know. */
function isAllFee({ priceCents, feeCents }: OrderDetails): boolean {
  return feeCents !== null && feeCents >= priceCents
}

function restOf(order: OrderDetails, whose: string): string {
  return isAllFee(order) ? 'the rest is the market’s fee' : `the rest was released to ${whose}`
}

function undecided({ viewer, handoverDeniedAt, answerDueAt }: OrderDetails): string[] {
  const who = viewer === 'buyer' ? 'you' : 'the buyer'
  const answered =
    handoverDeniedAt === null
      ? `${who} did not answer in time`
      : `${who} ${viewer === 'buyer' ? 'say' : 'says'} that it was not`
  const decides = decidesBy(viewer, handoverDeniedAt ?? answerDueAt)
  return [`The seller says that the phone was handed over, and ${answered}. ${decides}`]
}

/** Until when an admin decides, who has so many hours since it waits for them. */
function decidesBy(viewer: OrderParty, since: string | null): string {
  const who = viewer === 'admin' ? 'You decide' : 'An admin decides'
  if (since === null) return `${who}.`
  const dueAt = new Date(Date.parse(since) + CASE_HOURS * 3_600_000).toISOString()
  if (isPast(dueAt)) return viewer === 'admin' ? 'Decide: the time for it is over.' : `${who}, and is late.`
  const by = exactMoment(dueAt)
  return viewer === 'admin' ? `${who}, by ${by}.` : `${who}, by ${by} as a rule.`
}

/** What was said of the phone, whose turn it is and until when stands in a panel of its own. */
function withClaim(next: string): StageWords {
  const words = ({ viewer, stage, disputed: isDisputed }: OrderDetails) => [
    `${viewer === 'buyer' ? 'You have' : 'The buyer has'} reported a problem with the phone. ${next}`,
    ...(isDisputed ? [`${bankWords(stage, viewer)}.`] : []),
  ]
  return { deadline: null, words: everyone(words) }
}

function withReason(order: OrderDetails, sentence = ''): string[] {
  return [handedOver(order), ...(sentence ? [sentence] : []), ...reasonOf(order)]
}

/** Whether an admin has decided that it was handed over. */
function isDecided({ events }: OrderDetails): boolean {
  return events.some(({ kind }) => kind === 'handover-decided')
}

/** That it was handed over; where an admin has decided so, as their word, whatever the two sides say. */
function handedOver(order: OrderDetails): string {
  const { viewer, handoverDeniedAt } = order
  if (!isDecided(order)) return endings.HANDED_OVER[viewer]
  const decided = 'An admin has decided that the phone was handed over'
  if (handoverDeniedAt === null) return `${decided}.`
  return `${decided}, though ${viewer === 'buyer' ? 'you' : 'the buyer'} said that it was not.`
}

/** What a buyer can do who may not have the phone at all. */
function describeReport(until: string): string {
  return `If you do not have it, or something is wrong with it, press ‘Report a problem’ by ${until}: the money is held until that is settled. Otherwise it is the seller’s then.`
}

function onRelease({ releasedAt }: OrderDetails): string {
  return releasedAt === null ? '' : ` on ${exactMoment(releasedAt)}`
}

function inPart(order: OrderDetails, sentence: string): string[] {
  return [handedOver(order), sentence, ...failedRefund(order)]
}

function ended(order: OrderDetails): string[] {
  const { ending, viewer, noShows } = order
  if (ending === null) return [...reasonOf(order), ...failedRefund(order)]
  if (ending !== 'SELLER_NO_SHOW' && ending !== 'BUYER_NO_SHOW')
    return [endings[ending][viewer], ...reasonOf(order), ...failedRefund(order)]
  // Its reason says the same.
  const isAdmitted = noShows.some(({ state }) => state === 'ADMITTED')
  return [(isAdmitted ? endings[ending] : silentNoShow)[viewer], ...failedRefund(order)]
}

function reasonOf({ endReason }: Pick<OrderDetails, 'endReason'>): string[] {
  return endReason ? [`Reason: ${endReason}`] : []
}

function failedRefund({ viewer, refund }: Pick<OrderDetails, 'viewer' | 'refund'>): string[] {
  return refund === 'failed' ? [refundFailed[viewer]] : []
}

function isPast(at: string): boolean {
  return Date.parse(at) <= Date.now()
}

function everyone<Said>(said: Said, others: Partial<Record<OrderParty, Said>> = {}): Record<OrderParty, Said> {
  return { buyer: said, seller: said, admin: said, ...others }
}
