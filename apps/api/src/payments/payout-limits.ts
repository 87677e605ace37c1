/** What is less waits for more, in cents. */
export const PAYOUT_MINIMUM_CENTS = 100
/** The most that one payout can be, in cents: what its column holds, an int4. The rest goes with the next one. */
export const PAYOUT_MAXIMUM_CENTS = 2_147_483_647
