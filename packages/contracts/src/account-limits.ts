import type { Role } from './accounts/account.ts'
import { formatCents } from './money.ts'
import { can, type Permission } from './permissions.ts'
import { SIGNAL_MIN_CENTS, TRUSTED_AFTER_DAYS } from './signals.ts'

/** How much the market trusts an account, least first. Each level may do at least what the one before it may. */
export const trustLevels = ['new', 'proven', 'experienced', 'verified'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** With how many different trusted people an account has to have completed a deal that counts to be experienced. */
export const EXPERIENCED_DEALS = 2

/** Of how many equal posts of a seller on admins look at each. */
export const TWINS_FLAGGED_FROM = 3

const deals = (people: string) =>
  `deals of ${formatCents(SIGNAL_MIN_CENTS)} or more with ${people} different people who proved their emails ${TRUSTED_AFTER_DAYS} days ago or earlier`

/** What each level is, as a person reads it, and how to come to the next one. */
export const TRUST_LEVELS: Record<TrustLevel, { label: string; is: string; next: string | null }> = {
  new: { label: 'New', is: 'Your email is not proven.', next: 'Prove your email.' },
  proven: {
    label: 'Proven',
    is: 'Your email is proven.',
    next: `Complete ${deals(`${EXPERIENCED_DEALS}`)}. Sellers can also be verified by an admin.`,
  },
  experienced: {
    label: 'Experienced',
    is: `Your email is proven, and you have completed ${deals(`at least ${EXPERIENCED_DEALS}`)}.`,
    next: 'Sellers can be verified by an admin.',
  },
  verified: { label: 'Verified', is: 'Your email is proven, and an admin has verified you as a seller.', next: null },
}

interface AccountLimit {
  label: string
  /** Why there is this limit, in one sentence. */
  reason: string
  /** How many each level may have. */
  most: Record<TrustLevel, number>
  /** Whoever may do one of these can come to it. */
  permissions: readonly Permission[]
  /** What is counted: what is there now, what was done in the last hour or the last 24 hours, or all that was done in one order. */
  per: 'now' | 'hour' | 'day' | 'order'
  /** What somebody has who may have no more, such as `You have 3 unpaid bookings`. */
  reached: (count: number) => string
  /** What they can do about it now; of a limit a day nothing but to wait. */
  remedy: ((count: number) => string) | null
  /** What a higher level may do, after `to`. */
  more: string
}

/** `1 live post`, `3 live posts`. */
const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const times = (count: number) => (count === 1 ? 'once' : `${count} times`)
const itOrOne = (count: number) => (count === 1 ? 'it' : 'one')

/**
 * What an account may do, by how much the market trusts it. The use cases enforce it, `/docs` and the account's page show
 * it; `ACCOUNT_LIMITS` in the environment overrides the numbers. Rates a minute are RATE_LIMITS.
 */
export const ACCOUNT_LIMITS = {
  openBookings: {
    label: 'Unpaid bookings at one time',
    reason: 'A booking takes the phone from everybody else until it is paid or ends.',
    most: { new: 1, proven: 3, experienced: 6, verified: 6 },
    permissions: ['order.place'],
    per: 'now',
    reached: count => `You have ${counted(count, 'unpaid booking')}`,
    remedy: count => `Pay ${itOrOne(count)} or cancel ${itOrOne(count)}`,
    more: 'book more',
  },
  bookingsADay: {
    label: 'Bookings in 24 hours',
    reason: 'Nobody buys so many phones in a day; whoever books and cancels takes them from others.',
    most: { new: 5, proven: 20, experienced: 40, verified: 40 },
    permissions: ['order.place'],
    per: 'day',
    reached: count => `You have made ${counted(count, 'booking')} in 24 hours`,
    remedy: null,
    more: 'book more',
  },
  livePosts: {
    label: 'Posts for sale at one time',
    reason: 'One seller must not crowd out the others.',
    most: { new: 3, proven: 100, experienced: 200, verified: 500 },
    permissions: ['listing.create'],
    per: 'now',
    reached: count => `You have ${counted(count, 'post')} for sale`,
    remedy: count => `Sell ${itOrOne(count)} or delete ${itOrOne(count)}`,
    more: 'post more',
  },
  postsADay: {
    label: 'Posts in 24 hours',
    reason: 'Each post is shown, searched and matched with saved searches, so a flood of them would bury all others.',
    most: { new: 3, proven: 20, experienced: 40, verified: 100 },
    permissions: ['listing.create'],
    per: 'day',
    reached: count => `You have posted ${counted(count, 'phone')} in 24 hours`,
    remedy: null,
    more: 'post more',
  },
  liveAdverts: {
    label: 'Adverts on Home at one time',
    reason: 'Home shows no more of one seller, so that all sellers come to be seen.',
    most: { new: 1, proven: 3, experienced: 3, verified: 3 },
    permissions: ['listing.advertise'],
    per: 'now',
    reached: count => `You have ${counted(count, 'advert')} on Home`,
    remedy: count => `Stop advertising ${itOrOne(count)}`,
    more: 'advertise more',
  },
  advertsADay: {
    label: 'Adverts begun in 24 hours',
    reason: 'A new advert stands first on Home, so whoever stops and begins it again would always stand first.',
    most: { new: 3, proven: 10, experienced: 15, verified: 30 },
    permissions: ['listing.advertise'],
    per: 'day',
    reached: count => `You have advertised ${count === 1 ? 'once' : `${count} times`} in 24 hours`,
    remedy: null,
    more: 'advertise more',
  },
  waitingPlaces: {
    label: 'Places in waiting lists',
    reason: 'An offer holds the phone back for hours, so a place is for those who want that phone.',
    most: { new: 5, proven: 50, experienced: 50, verified: 50 },
    permissions: ['order.wait'],
    per: 'now',
    reached: count => `You wait for ${counted(count, 'phone')}`,
    remedy: count => `Leave ${count === 1 ? 'its line' : 'one of the lines'}`,
    more: 'wait for more',
  },
  savedSearches: {
    label: 'Saved searches',
    reason: 'Each new post is compared with all saved searches.',
    most: { new: 5, proven: 50, experienced: 50, verified: 50 },
    permissions: ['search.save'],
    per: 'now',
    reached: count => `You have saved ${counted(count, 'search', 'searches')}`,
    remedy: count => `Forget ${itOrOne(count)}`,
    more: 'save more',
  },
  noticesOfASearch: {
    label: 'Notifications of one saved search in an hour',
    reason: 'What matches is gathered, so that a seller of many phones does not fill your notifications.',
    most: { new: 1, proven: 1, experienced: 1, verified: 1 },
    permissions: ['search.save'],
    per: 'hour',
    reached: count => `You were notified ${count === 1 ? 'once' : `${count} times`} of this search in an hour`,
    remedy: null,
    more: 'be notified more',
  },
  picturesADay: {
    label: 'Pictures uploaded in 24 hours',
    reason: 'Pictures take time to draw and room to store.',
    most: { new: 40, proven: 300, experienced: 500, verified: 1000 },
    permissions: ['listing.create', 'category.manage', 'order.claim'],
    per: 'day',
    reached: count => `You have uploaded ${counted(count, 'picture')} in 24 hours`,
    remedy: null,
    more: 'upload more',
  },
  newCodesADay: {
    label: 'New codes of handovers and returns in 24 hours',
    reason: 'Each new code gives the other side more attempts, so that a code could be guessed in the end.',
    most: { new: 10, proven: 20, experienced: 20, verified: 20 },
    permissions: ['order.read-own', 'order.answer-claim'],
    per: 'day',
    reached: count => `You have made ${counted(count, 'new code')} in 24 hours`,
    remedy: null,
    more: 'make more',
  },
  reportsADay: {
    label: 'Reports of posts in 24 hours',
    reason: 'An admin reads each, so many of one person would bury those of others.',
    most: { new: 2, proven: 10, experienced: 20, verified: 20 },
    permissions: ['report.file'],
    per: 'day',
    reached: count => `You have reported ${counted(count, 'post')} in 24 hours`,
    remedy: null,
    more: 'report more',
  },
  /** Exact: counted under the order's lock. */
  cancellationProposals: {
    label: 'Proposals to cancel one order, of each side',
    reason: 'The other side is notified of each and asked to answer; one that was withdrawn counts too.',
    most: { new: 3, proven: 3, experienced: 3, verified: 3 },
    permissions: ['order.arrange'],
    per: 'order',
    reached: count => `You have proposed ${times(count)} to cancel this order`,
    remedy: () => 'Write a note to the other side instead',
    more: 'propose it more often',
  },
  meetingProposals: {
    label: 'Other meetings proposed in one order, of each side',
    reason: 'The other side is notified of each; one that was replaced or withdrawn counts too.',
    most: { new: 20, proven: 20, experienced: 20, verified: 20 },
    permissions: ['order.arrange'],
    per: 'order',
    reached: count => `You have proposed ${times(count)} to meet for this order`,
    remedy: () => 'Write a note to the other side instead: they can propose a meeting too',
    more: 'propose more',
  },
} as const satisfies Record<string, AccountLimit>

export type AccountLimitName = keyof typeof ACCOUNT_LIMITS
export const accountLimitNames = Object.keys(ACCOUNT_LIMITS) as AccountLimitName[]

/** The limits of which an account has one count; the others are for each saved search, or for each side of an order. */
export type CountedLimitName = {
  [Name in AccountLimitName]: (typeof ACCOUNT_LIMITS)[Name]['per'] extends 'now' | 'day' ? Name : never
}[AccountLimitName]
export type OrderLimitName = {
  [Name in AccountLimitName]: (typeof ACCOUNT_LIMITS)[Name]['per'] extends 'order' ? Name : never
}[AccountLimitName]

/** Whether an account has one count of what a limit is about. */
export function isCounted(name: AccountLimitName): name is CountedLimitName {
  const { per } = ACCOUNT_LIMITS[name]
  return per === 'now' || per === 'day'
}

/** The limits that users of a role can come to. */
export function limitsOfRole(role: Role): AccountLimitName[] {
  return accountLimitNames.filter(name => ACCOUNT_LIMITS[name].permissions.some(permission => can(role, permission)))
}

/** The number of each limit by level, as a server enforces it. */
export type AccountLimits = Record<AccountLimitName, Record<TrustLevel, number>>

/** The table's own numbers. */
export const defaultAccountLimits = Object.fromEntries(
  accountLimitNames.map(name => [name, ACCOUNT_LIMITS[name].most]),
) as AccountLimits

const whose: Record<TrustLevel, string> = {
  new: 'without a proven email',
  proven: 'for your account',
  experienced: 'for your account',
  verified: 'for a verified seller',
}

interface ReachedLimit {
  name: AccountLimitName
  level: TrustLevel
  limits: AccountLimits
  /** For a limit a day: when there is room for one again, as a person reads it. */
  freeAt?: string | undefined
  /** For a limit a day: one of what is there now that is reached too. Its remedy alone would not help yet. */
  also?: AccountLimitName | undefined
}

function remedyOf(name: AccountLimitName, most: number): string | undefined {
  const { remedy }: AccountLimit = ACCOUNT_LIMITS[name]
  return remedy?.(most)
}

/** What somebody reads who has reached a limit: what it is, and what to do or when it ends. */
export function limitMessage({ name, level, limits, freeAt, also }: ReachedLimit): string {
  const { reached, remedy, more, per }: AccountLimit = ACCOUNT_LIMITS[name]
  const most = limits[name][level]
  const next = also && remedyOf(also, limits[also][level])
  const then = next ? `; then ${next.charAt(0).toLowerCase()}${next.slice(1)}` : ''
  const now = remedy ? remedy(most) : freeAt ? `You can go on after ${freeAt}` : 'Try again tomorrow'
  const proving = level === 'new' && limits[name].proven > most ? `, or prove your email to ${more}` : ''
  return `${reached(most)}, the most ${per === 'order' ? 'in one order' : whose[level]}. ${now}${then}${proving}.`
}
