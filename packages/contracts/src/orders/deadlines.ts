/** How long a paid phone may wait for its handover, in days; its money goes back after them. */
export const HANDOVER_DAYS = 14
/** How long the handover of a phone may take at least once a bank no longer disputes its payment, in days. */
export const DAYS_AFTER_DISPUTE = 3
/** How long who is said not to have come can answer, in hours. */
export const NO_SHOW_ANSWER_HOURS = 24
/** How long the buyer is asked whether the seller, who has no code, has handed the phone over, in hours. */
export const HANDOVER_ANSWER_HOURS = 72
/** How long after the handover the buyer can say that something is wrong, in hours; the money is the seller's after them. */
export const PROTECTION_HOURS = 48
/** How much longer the money is held of a buyer who is suspended within that time, in days: an admin can report a problem for them. */
export const SUSPENDED_BUYER_DAYS = 14

/** How long each side has to answer the other about a claim, in hours. An admin decides after them. */
export const CLAIM_ANSWER_HOURS = 48
/** How long the two have to meet for a return, in days. An admin decides after them. */
export const RETURN_DAYS = 7
/** How long an admin has to decide, in hours. */
export const CASE_HOURS = 72
/** How long before each of a claim's deadlines whoever has to act is reminded, in hours. */
export const CLAIM_REMINDER_HOURS = 24
