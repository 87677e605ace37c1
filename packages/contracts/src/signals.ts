/**
 * How many days ago an account has to have proven its email before it counts in what others conclude from: price estimates,
 * corrections and suggestions of search, sold counts, and as the other side of a deal that makes experienced.
 */
export const TRUSTED_AFTER_DAYS = 7

/** What has to have been paid for a phone, in cents, for its sale to count in these. */
export const SIGNAL_MIN_CENTS = 2000
