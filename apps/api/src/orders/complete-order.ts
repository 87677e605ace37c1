import type { Transaction } from '@second-ring/database'
import { type AuditedAction, recordAction } from '#platform/audit.ts'
import { transitionOrder } from './order-transitions.ts'

interface Completion {
  actorId: string
  action: AuditedAction['action']
  reason?: string
}

/** Completes a paid order that is locked, as handed over. */
export async function completeOrder(tx: Transaction, id: string, { reason, ...by }: Completion): Promise<void> {
  if (!(await transitionOrder(tx, { id, from: 'PAID', to: 'HANDED_OVER', ending: 'HANDED_OVER', reason }))) {
    throw new Error(`Order ${id} was not paid`)
  }
  await recordAction(tx, { ...by, subject: { type: 'order', id }, ...(reason !== undefined && { reason }) })
}
