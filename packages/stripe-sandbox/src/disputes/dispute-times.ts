/** How long there is to answer a dispute, in seconds; the networks give 7 to 21 days. */
export const RESPONSE_TIME_S = 9 * 24 * 60 * 60

/** After how many seconds an inquiry that never became a chargeback closes. Source: Stripe's page on inquiries. */
export const INQUIRY_TIME_S = 120 * 24 * 60 * 60
