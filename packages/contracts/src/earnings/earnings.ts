import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { DealStage } from '../orders/deal.process.ts'
import { PageInput, pageOf } from '../paging.ts'

/** Whose earnings are read: the caller's own, or those of the seller that an admin names. */
export const OfSeller = z.object({ sellerId: z.optional(Id) })
export type OfSeller = z.infer<typeof OfSeller>

/** A calendar month in UTC, such as `2026-11`. */
export const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'This is not a month'))
export type Month = z.infer<typeof Month>

/** Why money that is on a seller's account at the provider is in no payout to their bank yet. */
export const PayoutWait = z.object({
  /**
   * What it waits for: the next daily payout; until there is enough to pay out; until a buyer's bank has decided; nothing, as
   * it is kept for what the seller owes; until the provider pays out to the account; until an admin lets payouts go on; for
   * nothing, as the provider has closed the account that it is on: whoever runs the market pays it from elsewhere.
   */
  until: z.enum(['next-payout', 'minimum', 'disputed', 'owed', 'payable', 'released', 'closed']),
  /** From when on the next payout can be made; null when that is now. */
  at: z.nullable(Instant),
  /** Why the last one did not reach the bank, and what the seller can do, after a colon; null unless that is why it waits. */
  failure: z.nullable(z.string()),
})
export type PayoutWait = z.infer<typeof PayoutWait>

/** Where a seller's money is, in cents, after the fee. */
export const EarningsSummary = z.object({
  /** Paid by buyers, and not the seller's yet. */
  heldCents: z.int(),
  /** The seller's, and not sent yet. Negative when a buyer got back more than there is: it is taken from the next sale. */
  readyCents: z.int(),
  /** Sent, and not at the seller's bank yet. */
  onItsWayCents: z.int(),
  /** What of that is in no payout to their bank, and why, but for what is on a closed account; null when there is none. */
  waitingCents: z.int(),
  /** What of that is on an account that the provider has closed: nothing is paid out from there. */
  closedCents: z.int(),
  wait: z.nullable(PayoutWait),
  /** What of that waits, because the banks of buyers ask for it and have not decided. */
  disputedCents: z.int(),
  /** All that has arrived at the seller's bank. */
  paidOutCents: z.int(),
  /** Whether an admin has stopped what would be sent to the seller. */
  frozen: z.boolean(),
  /** Why, in the admin’s words; null unless it is stopped. */
  frozenReason: z.nullable(z.string()),
  /** The months of which there are statements, the first and this one; the same before anything was the seller's. */
  firstMonth: Month,
  thisMonth: Month,
})
export type EarningsSummary = z.infer<typeof EarningsSummary>

/**
 * Where the money of a deal is: held until the phone is handed over (`paid`), then until the buyer has had the time to check it
 * (`handed-over`), or until a problem that they reported is settled (`claimed`); the seller's, and not sent yet (`ready`); sent, and in no payout to their bank yet (`waiting`); in one (`on-its-way`); at their bank (`paid-out`); kept for what the
 * seller owed (`kept`); done without any for the seller, as the platform's fee took what there was (`done`); or all of it went back (`refunded`).
 */
export const DealState = z.enum([
  'paid',
  'handed-over',
  'claimed',
  'ready',
  'waiting',
  'on-its-way',
  'paid-out',
  'kept',
  'done',
  'refunded',
])
export type DealState = z.infer<typeof DealState>

/** A sold phone and what its seller gets for it. */
export const Deal = z.object({
  orderId: Id,
  productName: z.string(),
  /** Empty when they were removed. */
  buyerName: z.string(),
  /** What the buyer paid: what went back to them or their bank, what the platform keeps, and what is or will be the seller's. */
  priceCents: z.int(),
  returnedCents: z.int(),
  feeCents: z.int(),
  arrivesCents: z.int(),
  /** What of it was not sent, because the seller owed it for another deal. */
  keptCents: z.int(),
  state: DealState,
  /** Where the deal stands, for what is said of money that is held. */
  stage: DealStage,
  /** Of held money the deadline of the stage; otherwise when it became the seller's, was sent or arrived; null when it went back. */
  at: z.nullable(Instant),
  /**
   * Of money that is ready, when the provider lets it be sent; of money on its way, when it is expected at the bank. Null when
   * that is not known, or has passed.
   */
  expectedAt: z.nullable(Instant),
  /** What it waits for, while it is `waiting`; null otherwise. */
  wait: z.nullable(PayoutWait),
  /** Whether the cardholder's bank disputes the payment. */
  disputed: z.boolean(),
})
export type Deal = z.infer<typeof Deal>

/** The deal of an order of the caller's phone. */
export const ReadDealInput = z.object({ orderId: Id })
export type ReadDealInput = z.infer<typeof ReadDealInput>

/** What was paid for, the last booked first. */
export const ListDealsInput = z.extend(PageInput, OfSeller.shape)
export type ListDealsInput = z.infer<typeof ListDealsInput>
export const ListDealsOutput = pageOf(Deal)

export const ReadStatementInput = z.extend(OfSeller, { month: Month })
export type ReadStatementInput = z.infer<typeof ReadStatementInput>

/** How many lines of a statement are read at once; the file has all. */
export const STATEMENT_LINES_MAX = 1000

/**
 * Why a seller's money changed: a sale; what went back to a buyer, and what came back of that; what the buyer's bank took; what
 * arrived at the seller's bank, and what that sent back; what put a mistake right.
 */
export const StatementLineKind = z.enum([
  'sale',
  'refund',
  'refund-failed',
  'dispute',
  'payout',
  'payout-returned',
  'correction',
])
export type StatementLineKind = z.infer<typeof StatementLineKind>

/** A change of what is the seller's and not at their bank yet, in cents: `amountCents` is `grossCents` less `feeCents`. */
export const StatementLine = z.object({
  at: Instant,
  kind: StatementLineKind,
  /** Null where it is of no order. */
  orderId: z.nullable(Id),
  productName: z.string(),
  grossCents: z.int(),
  /** What the platform kept of it; negative where it gave its fee back. */
  feeCents: z.int(),
  amountCents: z.int(),
  /** What is the seller's after it. */
  balanceCents: z.int(),
})
export type StatementLine = z.infer<typeof StatementLine>

/** All that changed in a month what is the seller's and not at their bank yet, ready or on its way. The closing balance is the next month's opening balance. */
export const Statement = z.object({
  month: Month,
  openingCents: z.int(),
  closingCents: z.int(),
  /** Oldest first; the first of them where there are very many. */
  lines: z.array(StatementLine),
  lineCount: z.int(),
})
export type Statement = z.infer<typeof Statement>
