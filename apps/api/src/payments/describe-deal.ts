import type { CaseDecision } from '@second-ring/contracts/claims/claim'
import { claimReasonLabels, describeWish } from '@second-ring/contracts/claims/claim-words'
import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { OrderEvent, OrderEventKind } from '@second-ring/contracts/orders/order-details'
import { BANK_GAVE_BACK, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import type { Prisma } from '@second-ring/database'

export const evidenceClaimSelect = {
  reason: true,
  text: true,
  images: true,
  wish: true,
  wishCents: true,
  answer: true,
  answerText: true,
  offerCents: true,
  decision: true,
  refundCents: true,
} as const satisfies Prisma.ClaimSelect

export const evidenceRefundSelect = {
  providerId: true,
  amountCents: true,
  state: true,
  reason: true,
  failureReason: true,
  requestedAt: true,
} as const satisfies Prisma.RefundSelect

/** What an event alone does not say. */
export interface ToldDeal {
  /** All events of the deal, oldest first. */
  events: readonly OrderEvent[]
  /** Whether the phone was handed over, as far as the market knows. */
  isHandedOver: boolean
  /** What the buyer has reported; a deal has one report at most. */
  claim: Prisma.ClaimGetPayload<{ select: typeof evidenceClaimSelect }> | null
}

type Tell = (event: OrderEvent, deal: ToldDeal) => string

const CODE =
  'The seller entered the six-digit code that only the buyer is shown. Buyers give it with the phone in their hands.'

/**
 * What a bank reads of each kind of event. Null: it reads of it from the rows of the booking, the payment and its refunds, or the
 * bank knows it.
 */
const sentences: Record<OrderEventKind, string | Tell | null> = {
  placed: null,
  paid: null,
  // Or an account is gone.
  cancelled: ({ by }) =>
    by === 'buyer' ? 'The buyer cancelled the booking, which was not paid.' : 'The booking ended before it was paid.',
  released: ({ by }) => `The ${by === 'seller' ? 'seller' : 'market'} ended the booking, which was not paid.`,
  expired: 'The time to pay the booking was over.',
  'handed-over': CODE,
  'handover-claimed': 'The seller said that the phone was handed over.',
  'handover-confirmed': 'The buyer confirmed on the market that they have the phone.',
  'handover-denied': typed('The buyer said that they do not have the phone.'),
  'handover-decided': tellHandoverDecision,
  'money-released': tellRelease,
  'claim-opened': tellClaim,
  'claim-answered': tellAnswer,
  'offer-accepted': 'The buyer took the seller’s offer.',
  'case-opened': (event, deal) =>
    caused(
      isHeldForSuspended(event, deal)
        ? 'The market held the money for longer than usual.'
        : 'The problem was left to the market to decide.',
    )(event, deal),
  'claim-decided': tellClaimDecision,
  'claim-withdrawn': 'The buyer withdrew what they had reported.',
  'phone-returned':
    'The buyer gave the phone back to the seller: they entered the six-digit code that only the seller is shown.',
  'refunded-in-part': tellPart,
  refunded: caused('The order ended, and its money goes back to the buyer.'),
  'refund-sent': null,
  'refund-failed': null,
  'refund-settled-outside': null,
  disputed: null,
  'dispute-closed': null,
  'meeting-changed': tellMeeting,
  'cancellation-proposed': typed(({ by }) => `The ${by} proposed to cancel the sale.`),
  'cancellation-agreed': ({ by }) => `The ${by} agreed to cancel the sale.`,
  'cancellation-declined': ({ by }) => `The ${by} did not agree to cancel the sale.`,
  'cancellation-withdrawn': ({ by }) => `The ${by} withdrew that proposal.`,
  'no-show-reported': typed(({ by }) => `The ${by} said that the ${otherOf(by)} did not come to meet.`),
  'no-show-admitted': ({ by }) => `The ${by} admitted that they did not come to meet.`,
  'no-show-denied': typed(({ by }) => `The ${by} said that they came to meet.`),
}

/** An event in full sentences; null when it is said elsewhere. */
export function describeEvent(event: OrderEvent, deal: ToldDeal): string | null {
  const sentence = sentences[event.kind]
  return typeof sentence === 'function' ? sentence(event, deal) : sentence
}

/** How it is known that the buyer has the phone; empty while it is not. */
export function describeHandover(deal: ToldDeal): string {
  const handover = deal.events.findLast(
    event =>
      event.kind === 'handed-over' ||
      event.kind === 'handover-confirmed' ||
      (event.kind === 'handover-decided' && deal.isHandedOver),
  )
  return handover ? `${inUtc(new Date(handover.at))}: ${describeEvent(handover, deal) ?? ''}` : ''
}

function hasHappened({ events }: ToldDeal, kind: OrderEventKind): boolean {
  return events.some(event => event.kind === kind)
}

/** With what whoever acted has typed. */
function typed(sentence: string | Tell): Tell {
  return (event, deal) => inTheirWords(typeof sentence === 'string' ? sentence : sentence(event, deal), event.reason)
}

function inTheirWords(text: string, words: string | null): string {
  return words === null || words === '' ? text : `${text} In their words: ${words}`
}

/** With why, which may be the market's own words. */
function caused(text: string): Tell {
  return ({ reason }) => (reason === null ? text : `${text} Reason: ${reason}`)
}

function otherOf(by: OrderEvent['by']): string {
  return by === 'buyer' ? 'seller' : 'buyer'
}

function tellMeeting({ reason: place, meetingTime }: OrderEvent): string {
  if (place === null) return 'The two agreed on another meeting.'
  const time = meetingTime === null ? '' : `, ${inUtc(new Date(meetingTime))}`
  return `The two agreed on another meeting: ${place}${time}.`
}

function tellHandoverDecision(event: OrderEvent, deal: ToldDeal): string {
  const outcome = deal.isHandedOver ? 'the phone was handed over.' : 'the money goes back to the buyer.'
  const sides = 'The two sides described the handover differently. The market decided that'
  return caused(`${sides} ${outcome}`)(event, deal)
}

/** By which of its ways the money became the seller's: after a report it is withdrawn, or the market decides. */
function tellRelease({ by }: OrderEvent, deal: ToldDeal): string {
  if (hasHappened(deal, 'claim-withdrawn')) return 'With that the money became the seller’s.'
  if (hasHappened(deal, 'claim-decided')) return 'By that decision the money became the seller’s.'
  if (deal.claim === null && by === 'buyer') {
    return 'The buyer said that all is fine with the phone, and the money became the seller’s.'
  }
  if (deal.claim === null && hasHappened(deal, 'case-opened')) {
    return 'No problem with the phone was reported, and the money became the seller’s.'
  }
  if (deal.claim === null && by === 'market') {
    return `The buyer reported no problem within ${PROTECTION_HOURS} hours after the handover, and the money became the seller’s.`
  }
  return 'The money became the seller’s.'
}

/** Whether a case was opened because the buyer was suspended, and not about a problem: there was none, or it came later. */
function isHeldForSuspended(event: OrderEvent, { events }: ToldDeal): boolean {
  const reported = events.findIndex(({ kind }) => kind === 'claim-opened')
  return reported === -1 || events.indexOf(event) < reported
}

function tellClaim({ by }: OrderEvent, { claim }: ToldDeal): string {
  const who = by === 'buyer' ? 'The buyer' : 'The market, for the buyer, whose account was suspended,'
  if (claim === null) return `${who} reported a problem with the phone.`
  const { reason, wish, wishCents, text, images } = claim
  const pictures = images.length === 0 ? '' : ` They added pictures: ${images.length}.`
  const what = `${who} reported a problem with the phone: ${claimReasonLabels[reason]}.`
  return inTheirWords(`${what} They wanted: ${describeWish(wish, wishCents)}.${pictures}`, text)
}

function tellAnswer(_event: OrderEvent, { claim }: ToldDeal): string {
  const { answer = null, offerCents = null, answerText = null } = claim ?? {}
  if (answer === 'AGREED') return inTheirWords('The seller agreed to what the buyer wanted.', answerText)
  if (answer === 'DISAGREED') return inTheirWords('The seller disagreed.', answerText)
  if (offerCents === null) return 'The seller answered.'
  return inTheirWords(`The seller offered ${formatCents(offerCents)} back.`, answerText)
}

/** The row knows the last decision; one before it was a return that did not happen. */
function tellClaimDecision(event: OrderEvent, deal: ToldDeal): string {
  const isLast = deal.events.findLast(({ kind }) => kind === event.kind) === event
  const decision = isLast ? (deal.claim?.decision ?? null) : 'RETURN'
  const cents = deal.claim?.refundCents ?? null
  const money = cents === null ? 'money' : formatCents(cents)
  const outcomes = {
    REFUND: `${money} goes back to the buyer.`,
    REFUND_PART: `${money} goes back to the buyer.`,
    RETURN: 'the phone goes back to the seller, and then the money to the buyer.',
    RELEASE: 'the money is the seller’s.',
  } as const satisfies Record<CaseDecision, string>
  const decided = 'The market decided about the problem'
  return caused(decision === null ? `${decided}.` : `${decided}: ${outcomes[decision]}`)(event, deal)
}

function tellPart(event: OrderEvent, deal: ToldDeal): string {
  const cents = deal.claim?.refundCents ?? null
  const part = cents === null ? 'a part of the money' : formatCents(cents)
  const decided = `The problem was settled: ${part} goes back to the buyer, who keeps the phone, and the rest became the seller’s.`
  // A decision has its reason beside it.
  return hasHappened(deal, 'claim-decided') ? decided : caused(decided)(event, deal)
}

/** What became of a refund: its sum, and the provider's id of it. */
export function describeRefund(refund: Prisma.RefundGetPayload<{ select: typeof evidenceRefundSelect }>): string {
  const { amountCents, providerId, state, reason, failureReason } = refund
  const money = formatCents(amountCents)
  const id = providerId === null ? '' : ` (${providerId})`
  if (state === 'SETTLED_OUTSIDE')
    return `The market paid ${money} back to the buyer another way than by card: ${reason}`
  const what = `A refund of ${money} to the buyer’s card${id}`
  if (state === 'SUCCEEDED') return `${what} was begun, and has been made.`
  if (state === 'PENDING') return `${what} was begun, and is on its way.`
  if (state === 'REQUESTED') return `${what} was ordered, and has not been made yet.`
  const isTakenBack = failureReason === SUPERSEDED || failureReason === BANK_GAVE_BACK
  return isTakenBack ? `${what} was ordered, and was not made.` : `${what} was begun, and did not reach it.`
}
