import { formatCents } from '../money.ts'
import type { ClaimReason, ClaimWish } from './claim.ts'

export const claimReasons = ['NOT_AS_DESCRIBED', 'DOES_NOT_WORK', 'LOCKED_OR_STOLEN', 'ANOTHER_PHONE', 'OTHER'] as const

/** What is wrong, as everybody reads it. */
export const claimReasonLabels: Record<ClaimReason, string> = {
  NOT_AS_DESCRIBED: 'It is not as described',
  DOES_NOT_WORK: 'It does not work',
  LOCKED_OR_STOLEN: 'It is locked or reported stolen',
  ANOTHER_PHONE: 'It is not the phone of the post',
  OTHER: 'Something else',
}

/** Says a wish or an outcome in words: `$20 back`. */
export function describeWish(wish: ClaimWish, cents: number | null): string {
  if (wish === 'PART') return `${formatCents(cents ?? 0)} back`
  return wish === 'RETURN' ? 'give the phone back for the money' : 'all of the money back'
}
