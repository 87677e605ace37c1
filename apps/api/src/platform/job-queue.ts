import type { Transaction } from '@second-ring/database'

/** Every job by its name, with its data: ids alone, so that it reads the current state when it runs. */
export interface JobData {
  /** Deletes a removed user's account at the identity provider. */
  'identity.remove': { userId: string }
  /** Ends what an account that was set aside has open on the market. */
  'accounts.end-deals': { userId: string }
  /** Removes the accounts whose time to be kept after all has run out. */
  'accounts.remove-due': object
  /** Makes the file of all that is a user's own. */
  'account-data.prepare': { exportId: string }
  /** Deletes such files that have expired. */
  'account-data.forget': object
  /** Ends the open payments of an order that has ended, at the provider. */
  'payments.close': { orderId: string }
  /** Sends the refund of a payment that is requested and due. */
  'payments.refund': { paymentId: string }
  /** Notifies users whose saved searches a new listing matches. */
  'search.match': { listingId: string }
  /** Maintains what corrections and suggestions are made of, by what is for sale now. */
  'search.maintain-words': object
  /** Flags a listing for admins when its price is far below what others like it cost, or its pictures are another's. */
  'listings.check-price': { listingId: string }
  /** Erases the contact data of orders that ended long ago. */
  'orders.forget-contacts': object
  /** Forgets where ended sessions were, and deletes those that nobody uses. */
  'accounts.forget-sessions': object
  /** Ends every hold and every offer whose time has run out. */
  'orders.expire-holds': object
  /** Refunds a charge that fits no order. */
  'payments.return-charge': { unmatchedChargeId: string }
  /** Assigns an order to a charge whose buyer has not named one in time. */
  'payments.assign-orders': object
  /** Lists the provider's charges and settles those that no payment knows. */
  'payments.match-charges': object
  /** Deletes uploaded pictures that nothing has named for a day. */
  'uploads.remove-unused': object
  /** Makes AVIF renditions and thumbhashes of pictures that have none. */
  'uploads.render-avif': object
  /** Sends the mails that are due. */
  'mails.send': object
  /** Deletes what is left of mails that were sent or given up long ago. */
  'mails.forget': object
  /** Checks the ledger of phones and money, with the provider's. */
  'payments.check-ledger': object
  /** Links the audit's new entries into its chain, and ships the chain's head. */
  'audit.link': object
  /** Numbers the receipts and fee invoices of orders that were paid or released. */
  'receipts.issue': object
  /** Fetches payments that nobody has reported from the provider. */
  'payments.reconcile': object
  /** Reads sellers' accounts at the provider again, whose changes nobody may have reported. */
  'payouts.reconcile-accounts': object
  /** Sends released money to sellers' accounts and banks, and takes back what they owe. */
  'payouts.move-money': object
}

export type JobName = keyof JobData

export const jobNames = [
  'identity.remove',
  'accounts.end-deals',
  'accounts.remove-due',
  'account-data.prepare',
  'account-data.forget',
  'payments.close',
  'payments.refund',
  'search.match',
  'search.maintain-words',
  'listings.check-price',
  'orders.expire-holds',
  'orders.forget-contacts',
  'accounts.forget-sessions',
  'payments.reconcile',
  'payments.return-charge',
  'payments.assign-orders',
  'payments.match-charges',
  'payments.check-ledger',
  'payouts.reconcile-accounts',
  'payouts.move-money',
  'uploads.remove-unused',
  'uploads.render-avif',
  'audit.link',
  'mails.send',
  'mails.forget',
  'receipts.issue',
] as const satisfies JobName[]

/** The jobs queued every minute, once across all processes. */
export const everyMinute = [
  'orders.expire-holds',
  'payments.reconcile',
  'payments.assign-orders',
  'payments.match-charges',
  'payouts.reconcile-accounts',
  'payouts.move-money',
  'audit.link',
  'search.maintain-words',
  'mails.send',
  'uploads.render-avif',
  'receipts.issue',
] as const satisfies JobName[]

/** The jobs queued once an hour, likewise; each may take until the next. */
export const everyHour = [
  'uploads.remove-unused',
  'accounts.remove-due',
  'account-data.forget',
] as const satisfies JobName[]

/** The jobs queued once a night, likewise; each may take an hour. */
export const everyNight = [
  'payments.check-ledger',
  'orders.forget-contacts',
  'accounts.forget-sessions',
  'mails.forget',
] as const satisfies JobName[]

/** Jobs that need the database alone: quick, and so run in batches. */
export const quickJobs = ['search.match', 'listings.check-price'] as const satisfies JobName[]

/** What does the work of each job. It may run more than once, so it must have one effect. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/** Work that outlives its request: it is tried until it is done, also across restarts. */
export interface JobQueue {
  /**
   * Queues a job in the transaction that causes it: both happen, or neither.
   * @param notBefore when it is due; now, when absent
   */
  enqueue<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name], notBefore?: Date): Promise<void>
}
