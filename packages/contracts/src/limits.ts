/** The specification's constants and limits (its section 9), and the bounds that it leaves to the product. */

/** Shortest password, in characters. */
export const PASSWORD_MIN_LENGTH = 6

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = { blank: 4000, error: 4000, custom: 4000, success: 2000 } as const
/** How many toasts show at once. */
export const TOAST_LIMIT = 20

/** How often a failed fetch is tried again, and the cap on the wait between tries, in milliseconds. */
export const FETCH_RETRIES = 3
export const FETCH_RETRY_CAP_MS = 30_000
/** How long fetched data that no screen uses stays cached, in milliseconds. */
export const CACHE_RETENTION_MS = 300_000

/** How long an access token is valid, in seconds. */
export const ACCESS_TOKEN_TTL_S = 3600

/** After so many days without a renewal a session has expired. */
export const SESSION_UNUSED_DAYS = 30
/** After so many days a sign-in at the identity provider renews no session any more. */
export const SESSION_MAX_DAYS = 180

/** Prices, in cents. The bounds are the least and the most that the card provider charges. */
export const PRICE_MIN_CENTS = 50
export const PRICE_MAX_CENTS = 99_999_999
export const YEARS_USED_MAX = 50

export const NAME_MAX_LENGTH = 100
export const PRODUCT_NAME_MAX_LENGTH = 120
export const CATEGORY_NAME_MAX_LENGTH = 60
export const DESCRIPTION_MAX_LENGTH = 5000
export const PLACE_MAX_LENGTH = 200
export const IMAGES_MAX = 8
/** Why an account is suspended, an email banned or a verification changed. */
export const MODERATION_REASON_MAX_LENGTH = 500

/**
 * The largest body of a call, in bytes. A post with eight pictures and the longest description, each sign of it written as an
 * escape of six bytes, has some 50 KB.
 */
export const BODY_MAX_BYTES = 64 * 1024

/** The largest picture that may be uploaded, in bytes. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** The largest file that may be chosen for one, in bytes: the browser draws it anew, and smaller. */
export const CHOSEN_PICTURE_MAX_BYTES = 50 * 1024 * 1024

/** Uploads of one account, or of one address without one, at one time. */
export const UPLOADS_AT_ONCE = 2
/** Uploads of one address at one time, whatever the accounts: many people may share one. */
export const ADDRESS_UPLOADS_AT_ONCE = 16
/** How long an uploaded picture may stay unused, in hours. */
export const UNUSED_UPLOAD_HOURS = 24

/** How many buyers of a seller are counted at the most. */
export const SOLD_COUNTED_MAX = 1000
