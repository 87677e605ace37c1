import * as z from 'zod/mini'
import { Decision } from '../accounts/user-details.ts'
import { Id, Instant } from '../ids.ts'
import { Condition } from '../listings/listing.ts'
import { HandoverOutcome } from '../orders/hand-over.ts'
import { OrderDetails } from '../orders/order-details.ts'
import { PageInput, pageOf } from '../paging.ts'
import { DisputeState } from '../payments/dispute.ts'
import { DisputeAnswerState } from '../payments/dispute-evidence.ts'
import { PayoutAccountState } from '../payouts/payout-account.ts'
import { paragraph } from '../text.ts'
import { CaseDecision, Claim, ClaimReason, ClaimState, PartCents } from './claim.ts'

/** An admin's reasons or note: so many characters at most. */
export const CASE_TEXT_MAX_LENGTH = 1000
/** So many notes admins may write about one case. */
export const CASE_NOTES_MAX = 100

/** The cases of admins: those to decide, the most urgent first, or those decided, the last first. */
export const ListCasesInput = z.extend(PageInput, { filter: z._default(z.enum(['open', 'decided']), 'open') })
export type ListCasesInput = z.infer<typeof ListCasesInput>

/**
 * A claim, a handover that the buyer has denied or not answered, or the protection of a buyer who is suspended, in the queue of
 * admins.
 */
export const ListedCase = z.object({
  orderId: Id,
  kind: z.enum(['claim', 'handover', 'protection']),
  productName: z.string(),
  priceCents: z.int(),
  buyerName: z.string(),
  sellerName: z.string(),
  /** Of a claim alone, and so is the state. */
  reason: z.nullable(ClaimReason),
  state: z.nullable(ClaimState),
  disputed: z.boolean(),
  caseOpenedAt: Instant,
  /** Until when it is to be decided; null once it was. A suspended buyer's money is released then. */
  dueAt: z.nullable(Instant),
  /** Whether that time is over, by the server's clock. */
  overdue: z.boolean(),
  decidedAt: z.nullable(Instant),
  /** Who decided it last; null while nobody has, empty for a removed admin. */
  decidedByName: z.nullable(z.string()),
  /** What was decided of a handover; null of a claim, whose state says it. */
  outcome: z.nullable(HandoverOutcome),
})
export type ListedCase = z.infer<typeof ListedCase>
export const ListCasesOutput = pageOf(ListedCase)

/** How many cases wait for an admin. */
export const OpenCasesOutput = z.object({ open: z.int(), overdue: z.int() })

/** What moved the money of an order, on one account. */
export const CaseEntry = z.object({
  /** The transaction's. Its entries sum to zero. */
  transactionId: Id,
  act: z.string(),
  account: z.string(),
  amountCents: z.int(),
  postedAt: Instant,
})
export type CaseEntry = z.infer<typeof CaseEntry>

export const CaseNote = z.object({ id: Id, authorName: z.string(), text: z.string(), writtenAt: Instant })
export type CaseNote = z.infer<typeof CaseNote>

/** A handover that the buyer has denied or not answered in time, and what an admin decided of it. */
export const UndecidedHandover = z.object({
  undecidedSince: Instant,
  /** Until when it is to be decided; null once it was, and once nobody has to any more. */
  dueAt: z.nullable(Instant),
  decision: z.nullable(z.extend(Decision, { outcome: HandoverOutcome })),
})
export type UndecidedHandover = z.infer<typeof UndecidedHandover>

/** A bank's dispute of the order's payment, and what it was answered. */
export const CaseDispute = z.object({
  id: Id,
  amountCents: z.int(),
  state: DisputeState,
  /** The provider's word, such as `product_not_received`. */
  reason: z.string(),
  openedAt: Instant,
  /** Until when the market may answer; null when there is nothing to answer. */
  dueAt: z.nullable(Instant),
  closedAt: z.nullable(Instant),
  /** Oldest first; the name is empty for a removed admin, the note where they added nothing. */
  answers: z.array(
    z.object({
      id: Id,
      state: DisputeAnswerState,
      answeredBy: z.string(),
      note: z.string(),
      requestedAt: Instant,
      sentAt: z.nullable(Instant),
    }),
  ),
})
export type CaseDispute = z.infer<typeof CaseDispute>

export const GetCaseInput = z.object({ orderId: Id })
export type GetCaseInput = z.infer<typeof GetCaseInput>
/**
 * A deal with a claim, an undecided handover, a suspended buyer or a dispute of its payment, and all of its story, for an admin. Its
 * payments are `payments.ofOrder`.
 */
export const Case = z.object({
  order: OrderDetails,
  /** What the post says of the phone; the text is empty once it is erased. */
  post: z.object({ condition: Condition, text: z.string() }),
  /** Oldest first. */
  disputes: z.array(CaseDispute),
  /** Null while the buyer has reported no problem with the phone. */
  claim: z.nullable(Claim),
  /** Null unless the handover was undecided once. */
  handover: z.nullable(UndecidedHandover),
  /** How much of the payment has not gone back and is not promised, in cents. */
  leftCents: z.int(),
  /** Oldest first. */
  entries: z.array(CaseEntry),
  /** What admins wrote for admins, oldest first. */
  notes: z.array(CaseNote),
  /** Null unless payouts to the seller are frozen. */
  payoutFreeze: z.nullable(Decision),
  /** How far the seller's account at the payment provider is. */
  payoutAccount: PayoutAccountState,
  /** How the caller may decide the claim now; none when they may not. Of a handover the order's acts say it. */
  decisions: z.array(CaseDecision),
})
export type Case = z.infer<typeof Case>

/** An admin's decision about a case, with reasons that both sides read. A part that goes back is less than all that is left. */
export const DecideCaseInput = z
  .object({
    orderId: Id,
    decision: CaseDecision,
    refundCents: z.nullable(PartCents),
    /** What is left of the payment, as the admin was shown it, in cents. */
    leftCents: z.int().check(z.minimum(0)),
    reason: paragraph('Reason is required', CASE_TEXT_MAX_LENGTH),
  })
  .check(
    z.refine(({ decision, refundCents }) => (decision === 'REFUND_PART') === (refundCents !== null), {
      error: 'Say how much goes back',
      path: ['refundCents'],
    }),
  )
export type DecideCaseInput = z.infer<typeof DecideCaseInput>
export const DecideCaseOutput = z.object({ orderId: Id })

/** An admin's note about a case; admins alone read it. */
export const AddCaseNoteForm = z.object({ text: paragraph('Write something first', CASE_TEXT_MAX_LENGTH) })
export type AddCaseNoteForm = z.infer<typeof AddCaseNoteForm>
export const AddCaseNoteInput = z.extend(AddCaseNoteForm, { orderId: Id })
export type AddCaseNoteInput = z.infer<typeof AddCaseNoteInput>
export const AddCaseNoteOutput = z.object({ noteId: Id })
