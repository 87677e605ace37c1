import { sharedReads } from '@second-ring/contracts/shared-reads'

/** The reads that are stored to be there offline: phones and orders that were looked at, and the list of one's orders with their codes. */
const stored = ['listings.get', 'orders.details', 'orders.mine', 'payments.ofOrder']

export function isStored(queryKey: readonly unknown[]): boolean {
  return stored.includes(pathOf(queryKey))
}

/** Whether a read is the same for everyone. */
export function isPublic(queryKey: readonly unknown[]): boolean {
  return sharedReads.includes(pathOf(queryKey))
}

/** Of a query of the API, the procedure: `orders.mine`. */
export function pathOf([path]: readonly unknown[]): string {
  return Array.isArray(path) ? path.join('.') : String(path)
}
