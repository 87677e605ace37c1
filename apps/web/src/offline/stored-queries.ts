import { sharedReads } from '@second-ring/contracts/shared-reads'

/** The reads that are stored to be there offline: phones and orders that were looked at, and the lists of one's orders with their codes and of one's products. */
const stored = ['listings.get', 'listings.mine', 'orders.details', 'orders.mine', 'payments.ofOrder']

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
