import { DomainError } from '@second-ring/contracts/errors'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

interface Named {
  orderId: string
  /** What the client believes that the order costs, in cents; it never decides what is charged. */
  priceCents: number
}

/**
 * Compares the price that a client names with the caller's order.
 * @throws DomainError NOT_FOUND, PRICE_MISMATCH
 */
export async function requirePrice(
  { database }: Platform,
  caller: Caller,
  { orderId, priceCents }: Named,
): Promise<void> {
  const where = { id: orderId, buyerId: caller.id }
  const order = await database.order.findFirst({ where, select: { priceCents: true } })
  if (!order) throw new DomainError('NOT_FOUND', 'You have no such order.')
  if (order.priceCents !== priceCents) throw new DomainError('PRICE_MISMATCH', 'This is not the price of this order.')
}
