import { inUtc } from '@second-ring/contracts/in-utc'
import type { Transaction } from '@second-ring/database'
import { type AuditedAction, recordAction } from '#platform/audit.ts'
import { transitionOrder } from './order-transitions.ts'

interface Completion {
  actorId: string
  action: AuditedAction['action']
  reason?: string
}

/**
 * Completes a paid order that is locked, as handed over.
 * @returns until when its buyer can report a problem
 */
export async function completeOrder(tx: Transaction, id: string, { reason, ...by }: Completion): Promise<Date> {
  if (!(await transitionOrder(tx, { id, from: 'PAID', to: 'HANDED_OVER', ending: 'HANDED_OVER', reason }))) {
    throw new Error(`Order ${id} was not paid`)
  }
  await recordAction(tx, { ...by, subject: { type: 'order', id }, ...(reason !== undefined && { reason }) })
  const { protectedUntil } = await tx.order.findUniqueOrThrow({ where: { id }, select: { protectedUntil: true } })
  if (!protectedUntil) throw new Error(`Order ${id} has no time to report a problem`)
  return protectedUntil
}

/** What a buyer is to do with the phone that was handed over to them. */
export function describeProtection(until: Date): string {
  return `Check it. Until ${inUtc(until)} you can report a problem; then the money is the seller’s.`
}
