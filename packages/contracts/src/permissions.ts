import type { Role } from './accounts/account.ts'

/** Who may do what: read by the API to decide and by the web to show. Ownership is decided in the use cases' queries. */
export const permissions = {
  'listing.create': ['SELLER'],
  'listing.read-own': ['SELLER'],
  'listing.advertise': ['SELLER'],
  'listing.remove': ['SELLER'],
  'listing.edit': ['SELLER'],
  'listing.read-flagged': ['ADMIN'],
  'listing.moderate': ['ADMIN'],
  'listing.favorite': ['BUYER', 'SELLER', 'ADMIN'],
  'fee.read-own': ['SELLER'],
  'payout.read-own': ['SELLER'],
  'payout.set-up': ['SELLER'],
  'earnings.read-own': ['SELLER', 'ADMIN'],
  'earnings.read-any': ['ADMIN'],
  'order.place': ['BUYER', 'SELLER', 'ADMIN'],
  'order.read-own': ['BUYER', 'SELLER', 'ADMIN'],
  'order.read-any': ['ADMIN'],
  'payment.oversee': ['ADMIN'],
  'order.pay': ['BUYER', 'SELLER', 'ADMIN'],
  'order.cancel': ['BUYER', 'SELLER', 'ADMIN'],
  'order.refund': ['SELLER', 'ADMIN'],
  'order.release': ['SELLER', 'ADMIN'],
  'order.hand-over': ['SELLER'],
  'order.confirm-handover': ['BUYER', 'SELLER', 'ADMIN'],
  'order.accept-phone': ['BUYER', 'SELLER', 'ADMIN'],
  'order.decide-handover': ['ADMIN'],
  'order.claim': ['BUYER', 'SELLER', 'ADMIN'],
  'order.answer-claim': ['SELLER'],
  'order.decide-claim': ['ADMIN'],
  'order.arrange': ['BUYER', 'SELLER', 'ADMIN'],
  'order.wait': ['BUYER', 'SELLER', 'ADMIN'],
  'notice.read': ['BUYER', 'SELLER', 'ADMIN'],
  'search.save': ['BUYER', 'SELLER', 'ADMIN'],
  'report.file': ['BUYER', 'SELLER', 'ADMIN'],
  'audit.read': ['ADMIN'],
  'category.manage': ['ADMIN'],
  'factor.manage': ['ADMIN'],
  'account.read-limits': ['BUYER', 'SELLER', 'ADMIN'],
  'account.change-name': ['BUYER', 'SELLER', 'ADMIN'],
  'account.change-email': ['BUYER', 'SELLER', 'ADMIN'],
  'account.start-selling': ['BUYER', 'SELLER'],
  'account.delete': ['BUYER', 'SELLER'],
  'account.export': ['BUYER', 'SELLER', 'ADMIN'],
  'user.list': ['ADMIN'],
  'user.verify': ['ADMIN'],
  'user.remove': ['ADMIN'],
  'user.end-sessions': ['ADMIN'],
  'user.read': ['ADMIN'],
  'user.suspend': ['ADMIN'],
  'user.ban': ['ADMIN'],
  'payout.freeze': ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** What may still be done with an account that is about to be deleted: reading, and keeping it after all. */
export const permittedBeforeDeletion: readonly Permission[] = [
  'listing.read-own',
  'order.read-own',
  'earnings.read-own',
  'notice.read',
  'account.read-limits',
  'account.delete',
  'account.export',
  // What they have earned is still theirs.
  'payout.read-own',
  'payout.set-up',
]

/** Whether someone of this role may do this at all. */
export function can(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
