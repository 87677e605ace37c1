import {
  type AnswerClaimInput,
  type Claim,
  ClaimReason,
  ClaimWish,
  type OpenClaimInput,
  offerProblem,
  partProblem,
  wholeInstead,
} from '@second-ring/contracts/claims/claim'
import { parseDollars } from '@second-ring/contracts/money'
import { optionalParagraph, paragraph } from '@second-ring/contracts/text'
import * as z from 'zod/mini'
import { picturesProblem } from './pictures-problem.ts'

const TEXT_MAX_LENGTH = 1000
const AMOUNT = 'Enter an amount in dollars, such as 20'

/**
 * Checks an amount that is asked for by one choice alone, as a person types it, in dollars.
 * @param problemOf why so many cents are no part; null when they are one
 */
export function withAmount<Filled extends { amount: string }>(
  isAsked: (filled: Filled) => boolean,
  problemOf: (cents: number) => string | null,
) {
  const problem = ({ amount }: { amount: string }) => {
    const cents = parseDollars(amount)
    return cents === null || cents === 0 ? AMOUNT : problemOf(cents)
  }
  return z.refine<Filled>(filled => !isAsked(filled) || problem(filled) === null, {
    error: issue => problem(issue.input as Filled) ?? AMOUNT,
    path: ['amount'],
  })
}

/** What a buyer fills in who reports a problem. */
export function reportForm(priceCents: number) {
  return z
    .object({
      reason: ClaimReason,
      text: paragraph('Describe the problem', TEXT_MAX_LENGTH),
      choice: ClaimWish,
      amount: z._default(z.string(), ''),
      files: z.array(z.instanceof(File)).check(
        z.refine(files => picturesProblem(files) === undefined, {
          error: ({ input }) => picturesProblem(input as File[]),
        }),
      ),
    })
    .check(
      withAmount(
        ({ choice }) => choice === 'PART',
        cents => partProblem(cents, priceCents, wholeInstead.wish),
      ),
    )
}

/** What a seller fills in to answer it. */
export function answerForm(claim: Pick<Claim, 'wish' | 'wishCents'>, priceCents: number) {
  return z
    .object({
      choice: z.enum(['AGREED', 'OFFERED', 'DISAGREED'], 'Choose an answer'),
      amount: z._default(z.string(), ''),
      text: optionalParagraph(TEXT_MAX_LENGTH),
    })
    .check(
      withAmount(
        ({ choice }) => choice === 'OFFERED',
        cents => offerProblem(claim, cents, priceCents),
      ),
      z.refine(({ choice, text }) => choice !== 'DISAGREED' || text !== '', {
        error: 'Say why you disagree',
        path: ['text'],
      }),
    )
}

interface Reported {
  reason: ClaimReason
  text: string
  choice: ClaimWish
  amount: string
}

export function toClaim({
  reason,
  text,
  choice,
  amount,
}: Reported): Pick<OpenClaimInput, 'reason' | 'text' | 'wish' | 'wishCents'> {
  return { reason, text, wish: choice, wishCents: choice === 'PART' ? parseDollars(amount) : null }
}

interface Answered {
  choice: 'AGREED' | 'OFFERED' | 'DISAGREED'
  text: string
  amount: string
}

export function toAnswer({ choice, text, amount }: Answered): Pick<AnswerClaimInput, 'answer' | 'offerCents' | 'text'> {
  return { answer: choice, text, offerCents: choice === 'OFFERED' ? parseDollars(amount) : null }
}

/** What an offer gives beyond what the buyer asked for, in cents. */
export function beyondWish({ wish, wishCents }: Pick<Claim, 'wish' | 'wishCents'>, offerCents: number | null): number {
  return wish === 'PART' && wishCents !== null && offerCents !== null ? Math.max(0, offerCents - wishCents) : 0
}
