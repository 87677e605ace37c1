import { DomainError } from '@second-ring/contracts/errors'
import type { Actor } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'

interface Described {
  orderId?: string | undefined
  priceCents: number
}

/**
 * The actor's order that a client wants to pay: by its id, else the newest unpaid one of that price. The price that the
 * client names must be the order's; it never decides what is charged.
 * @returns its id
 * @throws DomainError NOT_FOUND, PRICE_MISMATCH
 */
export async function findOrderToPay(
  { database }: Platform,
  actor: Actor,
  { orderId, priceCents }: Described,
): Promise<string> {
  const order = await database.order.findFirst({
    where: { buyerId: actor.id, ...(orderId === undefined ? { state: 'PLACED', priceCents } : { id: orderId }) },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    select: { id: true, priceCents: true },
  })
  if (!order) throw new DomainError('NOT_FOUND', 'You have no such unpaid order.')
  if (order.priceCents !== priceCents) throw new DomainError('PRICE_MISMATCH', 'This is not the price of this order.')
  return order.id
}
