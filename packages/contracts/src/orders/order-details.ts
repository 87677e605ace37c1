import * as z from 'zod/mini'
import { Claim } from '../claims/claim.ts'
import { Id, Instant } from '../ids.ts'
import { Picture } from '../listings/picture.ts'
import { OpenCancellation } from './cancel-by-agreement.ts'
import { DealStage } from './deal.process.ts'
import { NoShow } from './no-show.ts'
import { OrderEnding, OrderState, RefundProgress } from './order.ts'

/** Who someone is to an order. An admin who has a part in it is that part. */
export const OrderParty = z.enum(['buyer', 'seller', 'admin'])
export type OrderParty = z.infer<typeof OrderParty>

/** What can be done with an order. */
export const orderActs = [
  'pay',
  'cancel',
  'release',
  'handOver',
  'renewHandoverCode',
  'claimHandover',
  'confirmHandover',
  'denyHandover',
  'decideHandover',
  'acceptPhone',
  'openClaim',
  'answerClaim',
  'answerOffer',
  'withdrawClaim',
  'confirmReturn',
  'renewReturnCode',
  'decideClaim',
  'refund',
  'proposeCancellation',
  'acceptCancellation',
  'declineCancellation',
  'withdrawCancellation',
  'reportNoShow',
  'admitNoShow',
  'denyNoShow',
  'proposeMeeting',
  'acceptProposal',
  'declineProposal',
  'withdrawProposal',
  'addNote',
] as const
export const OrderAct = z.enum(orderActs)
export type OrderAct = z.infer<typeof OrderAct>

/** What has happened to an order. */
export const OrderEventKind = z.enum([
  'placed',
  'paid',
  'cancelled',
  'released',
  'expired',
  'handed-over',
  'handover-claimed',
  'handover-confirmed',
  'handover-denied',
  'handover-decided',
  'money-released',
  'claim-opened',
  'claim-answered',
  'offer-accepted',
  'case-opened',
  'claim-decided',
  'claim-withdrawn',
  'phone-returned',
  'refunded-in-part',
  'refunded',
  'refund-sent',
  'refund-failed',
  'refund-settled-outside',
  'disputed',
  'dispute-closed',
  'meeting-changed',
  'cancellation-proposed',
  'cancellation-agreed',
  'cancellation-declined',
  'cancellation-withdrawn',
  'no-show-reported',
  'no-show-admitted',
  'no-show-denied',
])
export type OrderEventKind = z.infer<typeof OrderEventKind>

export const OrderEvent = z.object({
  kind: OrderEventKind,
  at: Instant,
  /** Whose act it was; `market` for the product itself, `bank` for the payment provider and the cardholder's bank. */
  by: z.enum(['buyer', 'seller', 'admin', 'market', 'bank']),
  /** Of a changed meeting its place. */
  reason: z.nullable(z.string()),
  /** Of a changed meeting its time, if one was agreed. */
  meetingTime: z.nullable(Instant),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const OpenProposal = z.object({
  id: Id,
  by: z.enum(['buyer', 'seller']),
  meetingPlace: z.string(),
  meetingTime: z.nullable(Instant),
  proposedAt: Instant,
})
export type OpenProposal = z.infer<typeof OpenProposal>

export const OrderNote = z.object({
  id: Id,
  by: z.enum(['buyer', 'seller']),
  text: z.string(),
  writtenAt: Instant,
})
export type OrderNote = z.infer<typeof OrderNote>

export const GetOrderDetailsInput = z.object({ orderId: Id })
export type GetOrderDetailsInput = z.infer<typeof GetOrderDetailsInput>

/** An order with all that belongs to it, for its buyer, its seller and an admin. */
export const OrderDetails = z.object({
  id: Id,
  /** Who the caller is to it. */
  viewer: OrderParty,
  listingId: Id,
  productName: z.string(),
  image: Picture,
  priceCents: z.int(),
  /**
   * What the platform keeps of the price, for the seller and an admin; once the money is released what is kept of it by now. Null
   * for the buyer, who pays the price alone.
   */
  feeCents: z.nullable(z.int()),
  /** What of the fee is tax. */
  feeTaxCents: z.nullable(z.int()),
  /** Names are empty for a removed person. */
  buyer: z.object({ id: Id, name: z.string() }),
  seller: z.object({ id: Id, name: z.string(), verified: z.boolean() }),
  /** The buyer's phone number and email, for the two parties until 30 days after its end; null for an admin. */
  contact: z.nullable(z.object({ phone: z.string(), email: z.string() })),
  meetingPlace: z.string(),
  meetingTime: z.nullable(Instant),
  state: OrderState,
  /** Where the deal stands, by the database's clock: whose turn it is, too. */
  stage: DealStage,
  ending: z.nullable(OrderEnding),
  endedAt: z.nullable(Instant),
  endReason: z.nullable(z.string()),
  disputed: z.boolean(),
  /** Null unless it was refunded, or a part of it. */
  refund: z.nullable(RefundProgress),
  placedAt: Instant,
  /** Until when the phone is held for an unpaid order. */
  reservedUntil: Instant,
  /** Until when a paid phone has to be handed over. */
  handoverDueAt: z.nullable(Instant),
  handoverClaimedAt: z.nullable(Instant),
  /** Until when the buyer is asked whether the seller, who had no code, is right. */
  answerDueAt: z.nullable(Instant),
  handoverDeniedAt: z.nullable(Instant),
  /** Until when the buyer can report a problem; null before the handover. */
  protectedUntil: z.nullable(Instant),
  /** When the money became the seller's. */
  releasedAt: z.nullable(Instant),
  /** What the buyer says is wrong with the phone, and what became of it; null while they have said nothing. */
  claim: z.nullable(Claim),
  /** Whether there is a case about it, for an admin: a problem was reported, its handover is or was theirs to decide, its buyer is suspended, or a bank disputes the payment or has. */
  hasCase: z.boolean(),
  /** Whether the code that one side shows is void, after too many wrong ones: a new one has to be made. */
  codeUsedUp: z.boolean(),
  /** For the buyer of a paid order alone. */
  handoverCode: z.nullable(z.string()),
  /** What was paid, for a receipt; null while nothing was. */
  receipt: z.nullable(z.object({ transactionId: z.string(), paidAt: Instant, amountCents: z.int() })),
  /** Oldest first. */
  events: z.array(OrderEvent),
  proposal: z.nullable(OpenProposal),
  /** That the two cancel it, as one of them proposes. */
  cancellation: z.nullable(OpenCancellation),
  /** Meetings to which one side did not come, as the other says; oldest first. */
  noShows: z.array(NoShow),
  /** Oldest first. */
  notes: z.array(OrderNote),
  /** What the caller can do now. */
  can: z.array(OrderAct),
})
export type OrderDetails = z.infer<typeof OrderDetails>
