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

interface RateRule {
  label: string
  /** Why there is this limit, in one sentence. */
  reason: string
  /** What is counted: what comes from one address, or what one account does. */
  by: 'address' | 'account'
  perMinute: number
}

/**
 * How often one address or one account may do what costs most or invites guessing. No person comes near any of them.
 * What an account may have in all is ACCOUNT_LIMITS.
 */
export const RATE_LIMITS = {
  signIn: {
    label: 'Sign-ins',
    reason: 'Whoever guesses passwords or tokens needs many.',
    by: 'address',
    perMinute: 60,
  },
  register: {
    label: 'Sign-ups',
    reason: 'Each makes an account at the identity provider.',
    by: 'address',
    perMinute: 20,
  },
  upload: {
    label: 'Pictures of an account',
    reason: 'Two decoders draw about 120 pictures a minute: a quarter of that is for one account.',
    by: 'account',
    perMinute: 30,
  },
  uploadUnnamed: {
    label: 'Pictures without an account',
    reason: 'Enough for a post every six seconds, and a twelfth of what the decoders draw.',
    by: 'address',
    perMinute: 10,
  },
  book: {
    label: 'Bookings',
    reason: 'Nobody books so fast by hand.',
    by: 'account',
    perMinute: 30,
  },
  pay: {
    label: 'Starts and reports of payments',
    reason: 'Each asks the card provider.',
    by: 'account',
    perMinute: 30,
  },
  /** Notes and proposals between the two sides of an order. */
  arrange: {
    label: 'Notes and proposals of an order',
    reason: 'The other side is notified of each.',
    by: 'account',
    perMinute: 20,
  },
  handOver: {
    label: 'Handover codes',
    reason: 'Six digits could be guessed by many tries.',
    by: 'account',
    perMinute: 20,
  },
  /** Passkeys and recovery codes, asked for and sent. */
  proveFactor: {
    label: 'Passkeys and recovery codes',
    reason: 'They are asked for and sent by hand, one at a time.',
    by: 'account',
    perMinute: 20,
  },
  /** Changes of one's own account, and downloads of its data. */
  changeAccount: {
    label: 'Changes of an account and downloads of its data',
    reason: 'They cost most, and are made by hand.',
    by: 'account',
    perMinute: 10,
  },
  /** Everything else too: each call and each file that an address asks for. */
  flood: {
    label: 'Everything else',
    reason: 'One address must not take the server from all others.',
    by: 'address',
    perMinute: 3000,
  },
} as const satisfies Record<string, RateRule>

export type RateLimit = keyof typeof RATE_LIMITS
