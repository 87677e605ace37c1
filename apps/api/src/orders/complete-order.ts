import type { Transaction } from '@second-ring/database'
import { type Act, recordAct } from '#platform/audit.ts'
import { moveOrder } from './order-life.ts'

interface Completion {
  actorId: string
  action: Act['action']
  reason?: string
}

/** Completes a paid order that is locked, as handed over. */
export async function completeOrder(tx: Transaction, id: string, { reason, ...by }: Completion): Promise<void> {
  if (!(await moveOrder(tx, { id, from: 'PAID', to: 'COMPLETED', ending: 'HANDED_OVER', reason }))) {
    throw new Error(`Order ${id} was not paid`)
  }
  await recordAct(tx, { ...by, subject: { type: 'order', id }, ...(reason !== undefined && { reason }) })
}
