import type { PlainTransaction, Transaction } from '@second-ring/database'

/** Every job by its name, with what it is given: ids alone, so that it acts on what is true when it runs. */
export interface JobData {
  /** Removes a removed person's account at the identity provider. */
  'identity.remove': { userId: string }
  /** Ends the open payments of an order that has ended, at the provider. */
  'payments.close': { orderId: string }
  /** Gives back a charge whose order cannot have it. */
  'payments.refund': { paymentId: string }
  /** Tells those who have saved a search that a new listing matches. */
  'search.match': { listingId: string }
  /** Flags a listing's price for admins when it is far below what others like it cost. */
  'listings.check-price': { listingId: string }
  /** Ends every hold and every offer whose time has run out. */
  'orders.expire-holds': object
  /** Asks the provider about payments that nobody has reported on. */
  'payments.reconcile': object
}

export type JobName = keyof JobData

export const jobNames = [
  'identity.remove',
  'payments.close',
  'payments.refund',
  'search.match',
  'listings.check-price',
  'orders.expire-holds',
  'payments.reconcile',
] as const satisfies JobName[]

/** What is put in line every minute, once across all processes. */
export const everyMinute = ['orders.expire-holds', 'payments.reconcile'] as const satisfies JobName[]

/** What does the work of each job. It may run more than once, so it must have one effect. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/** Work that outlives its request: it is tried until it is done, also across restarts. */
export interface JobQueue {
  /**
   * Puts a job in line in the transaction that causes it: both happen, or neither.
   * @param notBefore when it is due; now, when absent
   */
  enqueue<Name extends JobName>(
    tx: Transaction | PlainTransaction,
    name: Name,
    data: JobData[Name],
    notBefore?: Date,
  ): Promise<void>
}
