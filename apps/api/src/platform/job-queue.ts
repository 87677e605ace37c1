import type { Transaction } from '@second-ring/database'

/** Every job by its name, with what it is given: ids alone, so that it acts on what is true when it runs. */
export interface JobData {
  /** Removes a removed person's account at the identity provider. */
  'identity.remove': { userId: string }
  /** Ends the open payments of an order that has ended, at the provider. */
  'payments.close': { orderId: string }
}

export type JobName = keyof JobData

export const jobNames = ['identity.remove', 'payments.close'] as const satisfies JobName[]

/** What does the work of each job. It may run more than once, so it must have one effect. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/** Work that outlives its request: it is tried until it is done, also across restarts. */
export interface JobQueue {
  /** Puts a job in line in the transaction that causes it: both happen, or neither. */
  enqueue<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name]): Promise<void>
}
