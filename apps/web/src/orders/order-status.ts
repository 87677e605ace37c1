import { CASE_HOURS } from '@second-ring/contracts/claims/claim'
import { isClaimed, type OrderEnding } from '@second-ring/contracts/orders/order'
import type { OrderDetails, OrderParty } from '@second-ring/contracts/orders/order-details'
import { exactMoment } from '#ui/moment.tsx'

/** Where an order stands, and what comes next, for who looks at it. */
export interface OrderStatus {
  sentences: string[]
  /** The deadline that runs now, as an ISO instant, and what is said when it has passed. */
  deadline?: { at: string; over: string }
}

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
    seller:
      'You did not come to the meeting, so the money goes back and the phone has left the market. Post it again if you still sell it.',
  }),
  BUYER_NO_SHOW: everyone('The buyer did not come to the meeting, so the money goes back.', {
    buyer: 'You did not come to the meeting, so the money goes back.',
  }),
  PHONE_RETURNED: everyone('The phone was returned, and the money goes back.'),
  DISPUTE_LOST: everyone('The buyer’s bank took the payment back.', { buyer: 'Your bank took the payment back.' }),
}

export function statusOf(order: OrderDetails): OrderStatus {
  if (isClaimed(order.state)) return withClaim(order)
  if (order.state === 'PARTLY_REFUNDED') return partlyRefunded(order)
  if (order.state === 'HANDED_OVER') return handedOver(order)
  if (order.state === 'RELEASED') return released(order)
  if (order.ending !== null) {
    const reason = order.endReason ? [`Reason: ${order.endReason}`] : []
    const failed = order.refund === 'failed' ? [refundFailed[order.viewer]] : []
    return { sentences: [endings[order.ending][order.viewer], ...reason, ...failed] }
  }
  if (order.state === 'PLACED') return unpaid(order)
  if (order.disputed) return disputed(order)
  return order.handoverClaimedAt === null ? paid(order) : claimed(order)
}

const refundFailed: Record<OrderParty, string> = {
  buyer: 'The refund did not reach your card: we are on it.',
  seller: 'The refund did not reach the buyer’s card. An admin sees to it.',
  admin: 'The refund did not reach the buyer’s card, and the money is still owed.',
}

function unpaid({ viewer, reservedUntil }: OrderDetails): OrderStatus {
  const until = exactMoment(reservedUntil)
  const sentence =
    viewer === 'buyer'
      ? `The phone is held for you until ${until}. Pay by then, or the booking ends.`
      : `The phone is booked and not paid yet. The booking ends by itself if it is not paid by ${until}.`
  return { sentences: [sentence], deadline: { at: reservedUntil, over: 'The time to pay is over.' } }
}

function disputed({ viewer }: OrderDetails): OrderStatus {
  const bank = viewer === 'buyer' ? 'Your bank' : 'The buyer’s bank'
  return {
    sentences: [
      'The phone is paid and not handed over yet.',
      `${bank} is looking into this payment. Nothing can be handed over or refunded until it has decided.`,
    ],
  }
}

const meet: Record<OrderParty, string> = {
  buyer: 'You have paid. Meet the seller, check the phone, then give them your code.',
  seller: 'The phone is paid. Meet the buyer, and enter their code when they have the phone.',
  admin: 'The phone is paid and not handed over yet.',
}

function paid({ viewer, handoverDueAt: at }: OrderDetails): OrderStatus {
  if (at === null) return { sentences: [meet[viewer]] }
  return {
    sentences: [meet[viewer], `If the phone is not handed over by ${exactMoment(at)}, the money goes back.`],
    deadline: { at, over: 'The time to hand it over has passed.' },
  }
}

/** The buyer checks the phone; then the seller is paid. */
function handedOver({ viewer, disputed, protectedUntil: at, endReason }: OrderDetails): OrderStatus {
  const reason = endReason ? [`Reason: ${endReason}`] : []
  if (disputed) {
    const bank = viewer === 'buyer' ? 'Your bank' : 'The buyer’s bank'
    const money = `${bank} is looking into this payment. The money waits until it has decided.`
    return { sentences: [endings.HANDED_OVER[viewer], ...reason, money] }
  }
  if (at === null) return { sentences: [endings.HANDED_OVER[viewer], ...reason] }
  const until = exactMoment(at)
  const sentences: Record<OrderParty, string[]> = {
    buyer: [
      `You have the phone. Check it. Until ${until} you can report a problem; then the seller is paid.`,
      'If something is wrong, report it here: the money is held until that is settled.',
    ],
    seller: [
      'You have handed the phone over.',
      `The money is yours on ${until}, or as soon as the buyer says that all is fine.`,
    ],
    admin: ['The phone was handed over.', `The money is the seller’s on ${until}, unless a problem is reported.`],
  }
  const over = 'The time to report a problem is over.'
  return { sentences: [...sentences[viewer], ...reason], deadline: { at, over } }
}

/** What was said of the phone, and whose turn it is, stands in a panel of its own. */
function withClaim({ viewer, state, disputed }: OrderDetails): OrderStatus {
  const problem =
    viewer === 'buyer'
      ? 'You have reported a problem with the phone.'
      : 'The buyer has reported a problem with the phone.'
  const next =
    state === 'RETURNING' ? 'It is to be returned for the money.' : 'The money is held until that is settled.'
  const bank = viewer === 'buyer' ? 'Your bank' : 'The buyer’s bank'
  return { sentences: [`${problem} ${next}`, ...(disputed ? [`${bank} is looking into this payment, too.`] : [])] }
}

/** Whether the market's fee is all of the price, as its seller and admins know. */
function isAllFee({ priceCents, feeCents }: OrderDetails): boolean {
  return feeCents !== null && feeCents >= priceCents
}

function partlyRefunded(order: OrderDetails): OrderStatus {
  const { viewer, refund } = order
  const rest = isAllFee(order) ? 'the rest is the market’s fee' : null
  const failed = refund === 'failed' ? [refundFailed[viewer]] : []
  const sentences: Record<OrderParty, string> = {
    buyer: 'A part of the money goes back to you, and the seller was paid the rest.',
    seller: `A part of the money goes back to the buyer, and ${rest ?? 'the rest was released to you'}.`,
    admin: `A part of the money goes back to the buyer, and ${rest ?? 'the rest was released to the seller'}.`,
  }
  return { sentences: [endings.HANDED_OVER[viewer], sentences[viewer], ...failed] }
}

function released(order: OrderDetails): OrderStatus {
  const { viewer, releasedAt, endReason } = order
  const on = releasedAt === null ? '' : ` on ${exactMoment(releasedAt)}`
  const done = `The deal is done${on}, and the market’s fee is all of the price.`
  const sentences: Record<OrderParty, string> = {
    buyer: `The seller was paid${on}.`,
    seller: isAllFee(order) ? `${done} Nothing is left for you.` : `The money was released to you${on}.`,
    admin: isAllFee(order) ? `${done} Nothing is left for the seller.` : `The money was released to the seller${on}.`,
  }
  const reason = endReason ? [`Reason: ${endReason}`] : []
  return { sentences: [endings.HANDED_OVER[viewer], sentences[viewer], ...reason] }
}

function claimed({ viewer, handoverDeniedAt, answerDueAt: at }: OrderDetails): OrderStatus {
  const decides = decidesBy(viewer, handoverDeniedAt ?? at)
  if (handoverDeniedAt !== null) {
    const sentence =
      viewer === 'buyer'
        ? 'The seller says that the phone was handed over, and you say that it was not.'
        : 'The seller says that the phone was handed over, and the buyer says that it was not.'
    return { sentences: [`${sentence} ${decides}`] }
  }
  const isOver = at === null || Date.parse(at) <= Date.now()
  if (isOver) {
    const silent = viewer === 'buyer' ? 'you did not answer' : 'the buyer did not answer'
    return { sentences: [`The seller says that the phone was handed over, and ${silent} in time. ${decides}`] }
  }
  const until = exactMoment(at)
  const sentence =
    viewer === 'buyer'
      ? `The seller says that you have the phone. Is that so? Answer by ${until}.`
      : `The seller says that the phone was handed over. The buyer is asked until ${until}.`
  return { sentences: [sentence], deadline: { at, over: 'The time to answer is over.' } }
}

/** Until when an admin decides, who has so many hours since it waits for them. */
function decidesBy(viewer: OrderParty, since: string | null): string {
  const who = viewer === 'admin' ? 'You decide' : 'An admin decides'
  if (since === null) return `${who}.`
  const by = exactMoment(new Date(Date.parse(since) + CASE_HOURS * 3_600_000).toISOString())
  return viewer === 'admin' ? `${who}, by ${by}.` : `${who}, by ${by} as a rule.`
}

function everyone(sentence: string, others: Partial<Record<OrderParty, string>> = {}): Record<OrderParty, string> {
  return { buyer: sentence, seller: sentence, admin: sentence, ...others }
}
