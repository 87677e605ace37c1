import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PRICE_MAX_CENTS } from '../limits.ts'
import { ImageUrl, Picture } from '../listings/picture.ts'
import { formatCents } from '../money.ts'
import { shownCode } from '../orders/hand-over.ts'
import { optionalParagraph, paragraph } from '../text.ts'
import { claimReasons } from './claim-words.ts'

/** A text of a claim or of an answer to it: so many characters at most. */
export const CLAIM_TEXT_MAX_LENGTH = 1000
/** So many pictures a claim has at most. */
export const CLAIM_PICTURES_MAX = 6
/** How many wrong codes the buyer may enter at a return before the seller has to make a new one. */
export const RETURN_ATTEMPTS_MAX = 5

export const ClaimReason = z.enum(claimReasons, 'Choose what is wrong')
export type ClaimReason = z.infer<typeof ClaimReason>

/** What the buyer wants: all of the money, a part of it and the phone, or to give the phone back for the money. */
export const ClaimWish = z.enum(['MONEY_BACK', 'PART', 'RETURN'], 'Choose what you want')
export type ClaimWish = z.infer<typeof ClaimWish>

/**
 * Whose turn it is: the seller's to answer, the buyer's to answer an offer, both sides' to meet for the return, an admin's to
 * decide; or how the claim ended: all of the money went back, a part of it, the phone was returned for it, or the seller has
 * the money, by an admin's decision or because the buyer withdrew the claim.
 */
export const ClaimState = z.enum([
  'SELLER_ANSWERS',
  'BUYER_ANSWERS',
  'RETURNING',
  'UNDECIDED',
  'REFUNDED',
  'PARTLY_REFUNDED',
  'RETURNED',
  'DECLINED',
  'WITHDRAWN',
])
export type ClaimState = z.infer<typeof ClaimState>

/** The states in which somebody is waited for. */
export const openClaimStates = [
  'SELLER_ANSWERS',
  'BUYER_ANSWERS',
  'RETURNING',
  'UNDECIDED',
] as const satisfies readonly ClaimState[]

export const ClaimAnswer = z.enum(['AGREED', 'OFFERED', 'DISAGREED'])
export type ClaimAnswer = z.infer<typeof ClaimAnswer>

/** What an admin decides about a case. */
export const CaseDecision = z.enum(['REFUND', 'REFUND_PART', 'RETURN', 'RELEASE'], 'Choose an outcome')
export type CaseDecision = z.infer<typeof CaseDecision>

/** A part of a price, in cents. The use case compares it with what is left of the payment, see {@link partProblem}. */
export const PartCents = z
  .int('Enter an amount, such as 20')
  .check(z.minimum(1, 'Enter an amount, such as 20'), z.maximum(PRICE_MAX_CENTS, 'Enter an amount up to the price'))

/** How all of the money is given back, in the words of each screen on which a part can be asked for, offered or decided. */
export const wholeInstead = {
  wish: 'For all of it, choose “All of the money back”.',
  agree: 'For all of it, choose “I agree”.',
  decision: 'For all of it, choose “All of the money goes back”.',
} as const

/**
 * Why this is no part of what is left of a payment; null when it is one. All of it has a choice of its own, so that a mistyped
 * part never gives all away.
 * @param instead what can be done instead
 */
export function partProblem(cents: number, leftCents: number, instead: string): string | null {
  if (cents < leftCents) return null
  return `A part is less than all of it: enter less than ${formatCents(leftCents)}. ${instead}`
}

/** Why an offer is no part of what is left, or null; what else the seller can do depends on what the buyer wants. */
export function offerProblem(
  { wish, wishCents }: { wish: ClaimWish; wishCents: number | null },
  cents: number,
  leftCents: number,
): string | null {
  const instead = {
    MONEY_BACK: wholeInstead.agree,
    PART: `The buyer asked for ${formatCents(wishCents ?? 0)}.`,
    RETURN: 'The buyer wants to give the phone back.',
  }
  return partProblem(cents, leftCents, instead[wish])
}

const shared = {
  reason: ClaimReason,
  text: paragraph('Describe the problem', CLAIM_TEXT_MAX_LENGTH),
  /** Addresses that the image host gave to the caller. */
  images: z.array(ImageUrl).check(z.maxLength(CLAIM_PICTURES_MAX, `Use at most ${CLAIM_PICTURES_MAX} pictures`)),
  wish: ClaimWish,
}

/** The buyer of a phone that was handed over says that something is wrong with it, and what they want. */
export const OpenClaimInput = z.object({ ...shared, orderId: Id, wishCents: z.nullable(PartCents) }).check(
  z.refine(({ wish, wishCents }) => (wish === 'PART') === (wishCents !== null), {
    error: 'Say how much you want back',
    path: ['wishCents'],
  }),
)
export type OpenClaimInput = z.infer<typeof OpenClaimInput>
export const OpenClaimOutput = z.object({ orderId: Id, dueAt: Instant })

/** The seller's answer: they agree to the wish as it is, offer a part of the money that is less than all, or disagree and say why. */
export const AnswerClaimInput = z
  .object({
    orderId: Id,
    answer: ClaimAnswer,
    offerCents: z.nullable(PartCents),
    text: optionalParagraph(CLAIM_TEXT_MAX_LENGTH),
  })
  .check(
    z.refine(({ answer, offerCents }) => (answer === 'OFFERED') === (offerCents !== null), {
      error: 'Say how much you offer',
      path: ['offerCents'],
    }),
    z.refine(({ answer, text }) => answer !== 'DISAGREED' || text !== '', {
      error: 'Say why you disagree',
      path: ['text'],
    }),
  )
export type AnswerClaimInput = z.infer<typeof AnswerClaimInput>
export const AnswerClaimOutput = z.object({ orderId: Id })

/** The buyer takes what the seller offers. `offerCents` is what they were shown. */
export const AcceptOfferInput = z.object({ orderId: Id, offerCents: PartCents })
export type AcceptOfferInput = z.infer<typeof AcceptOfferInput>
export const AcceptOfferOutput = z.object({ orderId: Id })

/** The buyer does not take what the seller offers, and asks an admin to decide. */
export const AskAdminInput = z.object({ orderId: Id })
export type AskAdminInput = z.infer<typeof AskAdminInput>
export const AskAdminOutput = z.object({ orderId: Id })

/** The buyer withdraws their claim: the money is the seller's. */
export const WithdrawClaimInput = z.object({ orderId: Id })
export type WithdrawClaimInput = z.infer<typeof WithdrawClaimInput>
export const WithdrawClaimOutput = z.object({ orderId: Id })

/** The seller's code, as the buyer types it when they have given the phone back. */
export const ReturnForm = z.object({ code: shownCode('seller') })
export type ReturnForm = z.infer<typeof ReturnForm>
export const ConfirmReturnInput = z.extend(ReturnForm, { orderId: Id })
export type ConfirmReturnInput = z.infer<typeof ConfirmReturnInput>
export const ConfirmReturnOutput = z.object({ orderId: Id })

/** A new code of the return, for its seller; the old one is void. */
export const RenewReturnCodeInput = z.object({ orderId: Id })
export type RenewReturnCodeInput = z.infer<typeof RenewReturnCodeInput>
export const RenewReturnCodeOutput = z.object({ returnCode: z.string() })

/** A claim as the two sides of its order and admins read it. */
export const Claim = z.object({
  reason: ClaimReason,
  /** Empty once its author was removed. */
  text: z.string(),
  pictures: z.array(Picture),
  wish: ClaimWish,
  wishCents: z.nullable(z.int()),
  state: ClaimState,
  openedAt: Instant,
  /** Until when whoever's turn it is has to act; null once it ended. */
  dueAt: z.nullable(Instant),
  answer: z.nullable(ClaimAnswer),
  answerText: z.nullable(z.string()),
  offerCents: z.nullable(z.int()),
  /** What was left of the payment when the wish, or by now the offer, was made: a part is less. */
  leftCents: z.int(),
  answeredAt: z.nullable(Instant),
  /** Since when it is a case that an admin decides; null when it never was one. */
  caseOpenedAt: z.nullable(Instant),
  decision: z.nullable(CaseDecision),
  decisionReason: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** How much of the money goes back by it, in cents; null while that is not known. */
  refundCents: z.nullable(z.int()),
  closedAt: z.nullable(Instant),
  /** What the seller shows at the return; for the seller alone. */
  returnCode: z.nullable(z.string()),
})
export type Claim = z.infer<typeof Claim>
