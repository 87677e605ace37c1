interface RateRule {
  label: string
  /** Why there is this limit, in one sentence. */
  reason: string
  /** What is counted: what comes from one address, or what one account does. */
  by: 'address' | 'account'
  /** So many in so many seconds, which begin with the first. */
  most: number
  seconds: number
  /** What has happened to whoever comes too often, and what else they can do than wait; plain words stand in its place. */
  reached?: { what: string; remedy?: string }
}

function recentReached(time: string): { what: string } {
  return {
    what: `Accounts of the last week have made all the bookings that they share in ${time} at your internet connection.`,
  }
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

function unprovenReached(what: string, time: string): { what: string; remedy: string } {
  return {
    what: `Accounts without a proven email have made all the ${what} that they share in ${time} at your internet connection.`,
    remedy: 'prove your email on your account’s page: then this does not limit you',
  }
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
    most: 60,
    seconds: MINUTE_S,
  },
  register: {
    label: 'Sign-ups',
    reason: 'Each makes an account at the identity provider.',
    by: 'address',
    most: 20,
    seconds: MINUTE_S,
  },
  upload: {
    label: 'Pictures of an account',
    reason: 'Two decoders draw about 120 pictures a minute: a quarter of that is for one account.',
    by: 'account',
    most: 30,
    seconds: MINUTE_S,
  },
  uploadUnnamed: {
    label: 'Pictures without an account',
    reason: 'Enough for a post every six seconds, and a twelfth of what the decoders draw.',
    by: 'address',
    most: 10,
    seconds: MINUTE_S,
  },
  book: {
    label: 'Bookings',
    reason: 'Nobody books so fast by hand.',
    by: 'account',
    most: 30,
    seconds: MINUTE_S,
  },
  /** Counted when they succeed. */
  bookUnprovenAnHour: {
    label: 'Bookings of all accounts without a proven email, in an hour',
    reason:
      'Accounts cost nothing: whoever makes many of them could take every phone off the market. A proven email is not counted.',
    by: 'address',
    most: 5,
    seconds: HOUR_S,
    reached: unprovenReached('bookings', 'an hour'),
  },
  bookUnprovenADay: {
    label: 'Bookings of all accounts without a proven email, in a day',
    reason: 'A booking holds a phone for days, so an hour’s bound alone would not keep the market open.',
    by: 'address',
    most: 10,
    seconds: 24 * HOUR_S,
    reached: unprovenReached('bookings', 'a day'),
  },
  bookRecentAnHour: {
    label: 'Bookings of all accounts of the last week with a proven email, in an hour',
    reason: 'A mailbox that takes all names of its domain proves any number of emails in a minute.',
    by: 'address',
    most: 15,
    seconds: HOUR_S,
    reached: recentReached('an hour'),
  },
  bookRecentADay: {
    label: 'Bookings of all accounts of the last week with a proven email, in a day',
    reason: 'As many as ten people may have open at one time.',
    by: 'address',
    most: 30,
    seconds: 24 * HOUR_S,
    reached: recentReached('a day'),
  },
  postUnprovenAnHour: {
    label: 'Posts of all accounts without a proven email, in an hour',
    reason: 'Whoever makes many accounts could fill the first page of every list.',
    by: 'address',
    most: 9,
    seconds: HOUR_S,
    reached: unprovenReached('posts', 'an hour'),
  },
  postUnprovenADay: {
    label: 'Posts of all accounts without a proven email, in a day',
    reason: 'A post stays for longer than an hour.',
    by: 'address',
    most: 15,
    seconds: 24 * HOUR_S,
    reached: unprovenReached('posts', 'a day'),
  },
  advertiseUnprovenADay: {
    label: 'Adverts of all accounts without a proven email, in a day',
    reason: 'Home begins with eight adverts: less than half of them.',
    by: 'address',
    most: 3,
    seconds: 24 * HOUR_S,
    reached: unprovenReached('adverts', 'a day'),
  },
  pay: {
    label: 'Starts and reports of payments',
    reason: 'Each asks the card provider.',
    by: 'account',
    most: 30,
    seconds: MINUTE_S,
  },
  edit: {
    label: 'Changes of posts',
    reason: 'Each is kept: the price of before, and who changed it.',
    by: 'account',
    most: 30,
    seconds: MINUTE_S,
  },
  /** Notes and proposals between the two sides of an order. */
  arrange: {
    label: 'Notes and proposals of an order',
    reason: 'The other side is notified of each.',
    by: 'account',
    most: 20,
    seconds: MINUTE_S,
  },
  handOver: {
    label: 'Handover codes',
    reason: 'Six digits could be guessed by many tries.',
    by: 'account',
    most: 20,
    seconds: MINUTE_S,
  },
  /** Passkeys and recovery codes, asked for and sent. */
  proveFactor: {
    label: 'Passkeys and recovery codes',
    reason: 'They are asked for and sent by hand, one at a time.',
    by: 'account',
    most: 20,
    seconds: MINUTE_S,
  },
  /** Changes of one's own account, and downloads of its data. */
  changeAccount: {
    label: 'Changes of an account and downloads of its data',
    reason: 'They cost most, and are made by hand.',
    by: 'account',
    most: 10,
    seconds: MINUTE_S,
  },
  /** Beside `changeAccount`. */
  askEmailChange: {
    label: 'Other emails asked for',
    reason: 'Each is told to the account’s owner, who is to find the other warnings beside it.',
    by: 'account',
    most: 5,
    seconds: HOUR_S,
  },
  setUpPayouts: {
    label: 'Visits to the payout provider',
    reason: 'Each asks the provider for a link, and at the return for the account.',
    by: 'account',
    most: 10,
    seconds: MINUTE_S,
  },
  reportClientErrors: {
    label: 'Reports of errors in a browser',
    reason: 'A broken page reports a few; more of them say nothing new.',
    by: 'address',
    most: 20,
    seconds: MINUTE_S,
  },
  /** Beyond it the browser shows the page by itself, which costs the server less. */
  renderPages: {
    label: 'Pages that the server renders',
    reason: 'Rendering takes longer than most calls. Beyond it the browser shows the page by itself.',
    by: 'address',
    most: 240,
    seconds: MINUTE_S,
  },
  /** Counted when a picture is drawn, not when it is sent once more. */
  drawCards: {
    label: 'Pictures for previews of links',
    reason:
      'Each is drawn from a phone’s picture. Previews of a page ask for one, and it is sent again for all who ask.',
    by: 'address',
    most: 60,
    seconds: MINUTE_S,
  },
  /** Everything else too: each call and each file that an address asks for. */
  flood: {
    label: 'Everything else',
    reason: 'One address must not take the server from all others.',
    by: 'address',
    most: 3000,
    seconds: MINUTE_S,
  },
} as const satisfies Record<string, RateRule>

export type RateLimit = keyof typeof RATE_LIMITS

/** The rule of a limit. */
export function rateRuleOf(limit: RateLimit): RateRule {
  return RATE_LIMITS[limit]
}
