import * as z from 'zod/mini'

/** `SETTLED_OUTSIDE`: an admin paid the buyer back another way than by the provider. */
export const RefundState = z.enum(['REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED', 'SETTLED_OUTSIDE'])
export type RefundState = z.infer<typeof RefundState>

/** Failure of a refund that was never sent, since another one took its place. */
export const SUPERSEDED = 'superseded'
/** Failure of a refund that was never sent, since the bank was quicker. */
export const BANK_GAVE_BACK = 'The bank gave the money back'
