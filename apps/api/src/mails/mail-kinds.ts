/** What a mail is about. Those about bookings can be turned off; money and security always come. */
export type MailGroup = 'booking' | 'money' | 'security'

/**
 * What depends on a mail, the most first: who can get into the account, and whether it is there; where money or a phone goes unless
 * its user acts, most often until some time; what has become of them; anything else.
 */
export const consequences = ['access', 'deadline', 'outcome', 'information'] as const
export type Consequence = (typeof consequences)[number]

/** What a mail links to. */
interface MailLinks {
  listingId: string | null
  orderId: string | null
}

export interface MailKind {
  group: MailGroup
  consequence: Consequence
  /** @param about the phone's name, or words for it */
  subject(about: string): string
  /** The one button: its label, and the path of the page that it opens. */
  button: string
  path: string | ((links: MailLinks) => string)
  /** Whether it ends what an address gets from an account, and so counts towards no hour. */
  isFarewell?: true
}

const BOOKINGS = '/dashboard/myOrders'
const PRODUCTS = '/dashboard/MyProducts'
const ACCOUNT = '/dashboard/account'
const EARNINGS = '/dashboard/earnings'
const DASHBOARD = '/dashboard'
const listing = ({ listingId }: MailLinks) => (listingId === null ? DASHBOARD : `/listings/${listingId}`)
/** Notifications to a seller name the listing, those to a buyer the order. */
const eitherSide = ({ listingId, orderId }: MailLinks) => {
  if (orderId !== null) return `/dashboard/orders/${orderId}`
  return listingId === null ? BOOKINGS : PRODUCTS
}

/** Every kind of mail, and in this one place whether others may hide it: {@link comesAlone}. A notification of the same kind is mailed too: one more is one line here. */
export const mailKinds = {
  booked: {
    group: 'booking',
    consequence: 'information',
    subject: about => `${about} is booked`,
    button: 'See the booking',
    path: PRODUCTS,
  },
  'booking-cancelled': {
    group: 'booking',
    consequence: 'information',
    subject: about => `The booking of ${about} was cancelled`,
    button: 'See your phones',
    path: eitherSide,
  },
  'booking-expired': {
    group: 'booking',
    consequence: 'information',
    subject: about => `The booking of ${about} has ended`,
    button: 'See your phones',
    path: eitherSide,
  },
  'booking-released': {
    group: 'booking',
    consequence: 'information',
    subject: about => `The booking of ${about} was ended`,
    button: 'See your orders',
    path: eitherSide,
  },
  'hold-ending': {
    group: 'booking',
    consequence: 'deadline',
    subject: about => `Pay for ${about} within 6 hours`,
    button: 'Pay now',
    path: eitherSide,
  },
  offered: {
    group: 'booking',
    consequence: 'deadline',
    subject: about => `${about} is free for you for 2 hours`,
    button: 'Book it',
    path: listing,
  },
  paid: {
    group: 'money',
    consequence: 'outcome',
    subject: about => `${about} is paid`,
    button: 'See the order',
    path: PRODUCTS,
  },
  receipt: {
    group: 'money',
    consequence: 'outcome',
    subject: about => `You paid for ${about}`,
    button: 'See your order',
    path: eitherSide,
  },
  refunded: {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The payment for ${about} goes back`,
    button: 'See the order',
    path: eitherSide,
  },
  'refund-partial': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `A part of the payment for ${about} goes back`,
    button: 'See the order',
    path: eitherSide,
  },
  'refund-failed': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The refund for ${about} failed`,
    button: 'See the order',
    path: eitherSide,
  },
  released: {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The money for ${about} is yours`,
    button: 'See the order',
    path: eitherSide,
  },
  'claim-opened': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `A problem with ${about} was reported`,
    button: 'Answer',
    path: eitherSide,
  },
  'claim-answered': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `The seller’s answer about ${about}`,
    button: 'See your order',
    path: eitherSide,
  },
  'claim-ending': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `24 hours left for ${about}`,
    button: 'See the order',
    path: eitherSide,
  },
  'claim-closed': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The problem with ${about} is settled`,
    button: 'See the order',
    path: eitherSide,
  },
  'return-ordered': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `${about} is to be returned`,
    button: 'See the order',
    path: eitherSide,
  },
  'case-opened': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `An admin decides about ${about}`,
    button: 'See the order',
    path: eitherSide,
  },
  'protection-ending': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `Is all fine with ${about}?`,
    button: 'See your order',
    path: eitherSide,
  },
  'protection-over': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The money for ${about} is its seller’s`,
    button: 'See your order',
    path: eitherSide,
  },
  'handover-claimed': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `Do you have ${about}?`,
    button: 'Answer',
    path: eitherSide,
  },
  'handover-decided': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `An admin has decided about ${about}`,
    button: 'See the order',
    path: eitherSide,
  },
  'cancellation-proposed': {
    group: 'money',
    consequence: 'information',
    subject: about => `Cancel the sale of ${about}?`,
    button: 'Answer',
    path: eitherSide,
  },
  'cancellation-answered': {
    group: 'money',
    consequence: 'information',
    subject: about => `The sale of ${about} goes on`,
    button: 'See the order',
    path: eitherSide,
  },
  'no-show-reported': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `Did you come to meet for ${about}?`,
    button: 'Answer',
    path: eitherSide,
  },
  'no-show-answered': {
    group: 'money',
    consequence: 'deadline',
    subject: about => `The meeting for ${about}`,
    button: 'See the order',
    path: eitherSide,
  },
  disputed: {
    group: 'money',
    consequence: 'deadline',
    subject: about => `The payment for ${about} is disputed`,
    button: 'See the order',
    path: eitherSide,
  },
  'dispute-closed': {
    group: 'money',
    consequence: 'outcome',
    subject: about => `The dispute about ${about} is over`,
    button: 'See the order',
    path: eitherSide,
  },
  'payout-sent': {
    group: 'money',
    consequence: 'outcome',
    subject: () => 'Your money is on its way',
    button: 'See your earnings',
    path: EARNINGS,
  },
  'payout-arrived': {
    group: 'money',
    consequence: 'outcome',
    subject: () => 'Your money has arrived',
    button: 'See your earnings',
    path: EARNINGS,
  },
  'payout-failed': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'A payout to you failed',
    button: 'See what to do',
    path: EARNINGS,
  },
  'payout-waiting': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'Your money waits: set up payouts',
    button: 'Set up payouts',
    path: EARNINGS,
  },
  'payout-of-admin': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'Money of yours is not paid out',
    button: 'See your account',
    path: ACCOUNT,
  },
  'payouts-frozen': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'Payouts to you are stopped',
    button: 'See your earnings',
    path: EARNINGS,
  },
  'payouts-released': {
    group: 'money',
    consequence: 'outcome',
    subject: () => 'Payouts to you go on',
    button: 'See your earnings',
    path: EARNINGS,
  },
  'payouts-ready': {
    group: 'money',
    consequence: 'outcome',
    subject: () => 'Payouts are set up',
    button: 'See your earnings',
    path: EARNINGS,
  },
  'payouts-asked': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'The payment provider asks for more about you',
    button: 'See what it asks for',
    path: EARNINGS,
  },
  'payouts-disabled': {
    group: 'money',
    consequence: 'deadline',
    subject: () => 'Payouts to you are paused',
    button: 'See what to do',
    path: EARNINGS,
  },
  'new-sign-in': {
    group: 'security',
    consequence: 'access',
    subject: () => 'New sign-in to your account',
    button: 'See where you are signed in',
    path: ACCOUNT,
  },
  'password-changed': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your password was changed',
    button: 'See where you are signed in',
    path: ACCOUNT,
  },
  'email-change-asked': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Somebody asked to change your email',
    button: 'See where you are signed in',
    path: ACCOUNT,
  },
  'admin-access-changed': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your access as an admin changed',
    button: 'Open my account',
    path: ACCOUNT,
  },
  'sign-in-added': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account has a new way to log in',
    button: 'See your ways to log in',
    path: ACCOUNT,
  },
  'sign-in-taken': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your login has ended',
    button: 'Sign up again',
    path: '/signup',
  },
  'email-changed': {
    group: 'security',
    consequence: 'access',
    subject: () => 'The email of your account was changed',
    button: 'Open Second Ring',
    path: '/',
    isFarewell: true,
  },
  'deletion-requested': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account is about to be deleted',
    button: 'Keep my account',
    path: ACCOUNT,
  },
  'deletion-put-off': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account is not deleted yet',
    button: 'Keep my account',
    path: ACCOUNT,
  },
  'deletion-cancelled': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account will not be deleted',
    button: 'Open my account',
    path: ACCOUNT,
  },
  'account-removed': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account was removed',
    button: 'Open Second Ring',
    path: '/',
    isFarewell: true,
  },
  suspended: {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account is suspended',
    button: 'Open Second Ring',
    path: '/',
  },
  'suspension-lifted': {
    group: 'security',
    consequence: 'access',
    subject: () => 'Your account is open again',
    button: 'Open Second Ring',
    path: DASHBOARD,
  },
  'post-removed': {
    group: 'security',
    consequence: 'outcome',
    subject: () => 'An admin has removed a post of yours',
    button: 'See your phones',
    path: PRODUCTS,
  },
  verified: {
    group: 'security',
    consequence: 'information',
    subject: () => 'You are a verified seller',
    button: 'See your account',
    path: ACCOUNT,
  },
  unverified: {
    group: 'security',
    consequence: 'outcome',
    subject: () => 'You are no verified seller any more',
    button: 'See your account',
    path: ACCOUNT,
  },
  'several-booking': {
    group: 'booking',
    consequence: 'information',
    subject: () => 'News about your bookings',
    button: 'See all',
    path: DASHBOARD,
  },
  'several-money': {
    group: 'money',
    consequence: 'outcome',
    subject: () => 'News about your orders',
    button: 'See all',
    path: DASHBOARD,
  },
  'several-security': {
    group: 'security',
    consequence: 'outcome',
    subject: () => 'News about your account',
    button: 'See all',
    path: ACCOUNT,
  },
} as const satisfies Record<string, MailKind>

export type MailKindName = keyof typeof mailKinds

/** Whether there are mails of this kind, as of a notification's. */
export function isMailKind(kind: string): kind is MailKindName {
  return Object.hasOwn(mailKinds, kind)
}

export function mailKindOf(name: MailKindName): MailKind {
  return mailKinds[name]
}

/** Whether a mail of this kind comes by itself, however many of other kinds and about other things there are. */
export function comesAlone(name: MailKindName): boolean {
  const { consequence } = mailKindOf(name)
  return consequence === 'access' || consequence === 'deadline'
}

/** The names of all kinds of which something holds. */
export function kindsOf(holds: (name: MailKindName) => boolean): MailKindName[] {
  return Object.keys(mailKinds).filter(isMailKind).filter(holds)
}
