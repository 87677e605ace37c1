import { type AnswerClaimInput, ClaimReason, ClaimWish, type OpenClaimInput } from '@second-ring/contracts/claims/claim'
import { formatCents, parseDollars } from '@second-ring/contracts/money'
import { optionalParagraph, paragraph } from '@second-ring/contracts/text'
import * as z from 'zod/mini'

const TEXT_MAX_LENGTH = 1000
const AMOUNT = 'Enter an amount in dollars, such as 20'

/** A part of a price as a person types it, in dollars: more than nothing, and no more than the price. */
export function amountProblem(text: string, maxCents: number): string | null {
  const cents = parseDollars(text)
  if (cents === null || cents === 0) return AMOUNT
  return cents > maxCents ? `Enter at most ${formatCents(maxCents)}` : null
}

/** An amount that is asked for by one choice alone. */
function withAmount(isAsked: (filled: { amount: string; choice: string }) => boolean, maxCents: number) {
  return z.refine<{ amount: string; choice: string }>(
    filled => !isAsked(filled) || amountProblem(filled.amount, maxCents) === null,
    { error: issue => amountProblem((issue.input as { amount: string }).amount, maxCents) ?? AMOUNT, path: ['amount'] },
  )
}

/** What a buyer fills in who reports a problem. */
export function reportForm(maxCents: number) {
  return z
    .object({
      reason: ClaimReason,
      text: paragraph('Describe the problem', TEXT_MAX_LENGTH),
      choice: ClaimWish,
      amount: z._default(z.string(), ''),
    })
    .check(withAmount(({ choice }) => choice === 'PART', maxCents))
}

/** What a seller fills in to answer it. */
export function answerForm(maxCents: number) {
  return z
    .object({
      choice: z.enum(['AGREED', 'OFFERED', 'DISAGREED'], 'Choose an answer'),
      amount: z._default(z.string(), ''),
      text: optionalParagraph(TEXT_MAX_LENGTH),
    })
    .check(
      withAmount(({ choice }) => choice === 'OFFERED', maxCents),
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
