import * as z from 'zod/mini'

export const DisputeState = z.enum(['INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'])
export type DisputeState = z.infer<typeof DisputeState>

/** The states that the bank has not decided in. */
export const openDisputeStates = ['INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW'] as const satisfies DisputeState[]

/** Those in which it holds the money, so that none of it can go back. */
export const holdingDisputeStates = ['NEEDS_RESPONSE', 'UNDER_REVIEW'] as const satisfies DisputeState[]

/**
 * Whether the bank has not decided yet: until it has, the phone cannot be handed over, nor the money given back unless
 * the bank only asks (INQUIRY).
 */
export function isOpenDispute(state: DisputeState): boolean {
  return openDisputeStates.some(open => open === state)
}
