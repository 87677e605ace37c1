import type { OrderState } from '@second-ring/contracts/orders/order'
import type { Transaction } from '@second-ring/database'
import type { Life, NextState } from '../platform/life.ts'

/** PLACED holds the phone; PAID sells it, also when the hold has run out and it is still free; COMPLETED hands it over. */
export const orderLife = {
  PLACED: ['PAID', 'CANCELLED', 'EXPIRED'],
  PAID: ['COMPLETED', 'REFUNDED'],
  COMPLETED: [],
  CANCELLED: [],
  EXPIRED: ['PAID'],
  REFUNDED: [],
} as const satisfies Life<OrderState>

interface OrderMove<From extends OrderState> {
  id: string
  from: From
  to: NextState<typeof orderLife, From>
  /** What the buyer shows at the handover, for an order that is paid now. */
  handoverCode?: string
}

/** Moves an order in one statement. @returns false when it was not in `from` */
export async function moveOrder<From extends OrderState>(
  tx: Transaction,
  { id, from, to, handoverCode }: OrderMove<From>,
): Promise<boolean> {
  const data = { state: to, ...(handoverCode !== undefined && { handoverCode }) }
  const { count } = await tx.order.updateMany({ where: { id, state: from }, data })
  return count === 1
}
