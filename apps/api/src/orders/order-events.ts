import type { OrderEvent, OrderEventKind } from '@second-ring/contracts/orders/order-details'
import type { Database } from '@second-ring/database'
import type { Act } from '../platform/audit.ts'
import type { OrderStanding } from './order-acts.ts'

type OrderAction = Extract<Act['action'], `order.${string}` | `payment.${string}`>

/** Acts of the audit as both sides read them. */
const kinds: Partial<Record<OrderAction, OrderEventKind>> = {
  'order.place': 'placed',
  'order.pay': 'paid',
  'order.cancel': 'cancelled',
  'order.release': 'released',
  'order.expire': 'expired',
  'order.hand-over': 'handed-over',
  'order.claim-handover': 'handover-claimed',
  'order.confirm-handover': 'handover-confirmed',
  'order.deny-handover': 'handover-denied',
  'order.decide-handover': 'handover-decided',
  'order.refund': 'refunded',
  'order.change-meeting': 'meeting-changed',
  'payment.refund': 'refund-sent',
  'payment.refund-failed': 'refund-failed',
  'payment.dispute': 'disputed',
  'payment.dispute-closed': 'dispute-closed',
}

interface EntryRow {
  action: string
  actorId: string | null
  subjectType: string
  reason: string | null
  at: Date
}

/** What has happened to an order and its payments, oldest first, from the audit. */
export async function readOrderEvents(
  database: Database,
  { id, buyerId, sellerId }: Pick<OrderStanding, 'id' | 'buyerId' | 'sellerId'>,
): Promise<OrderEvent[]> {
  const rows = await database.$queryRaw<EntryRow[]>`
    SELECT action, actor_id::text AS "actorId", subject_type AS "subjectType", reason, at FROM audit_entries
    WHERE subject_type = 'order' AND subject_id = ${id}::uuid
      OR subject_type = 'payment' AND subject_id IN (SELECT p.id FROM payments p WHERE p.order_id = ${id}::uuid)
    ORDER BY at, id`
  const whose = ({ actorId, subjectType }: EntryRow): OrderEvent['by'] => {
    if (actorId === null) return subjectType === 'payment' ? 'bank' : 'market'
    return actorId === buyerId ? 'buyer' : actorId === sellerId ? 'seller' : 'admin'
  }
  return rows.flatMap(row => {
    const kind = kinds[row.action as OrderAction]
    return kind ? [{ kind, at: row.at.toISOString(), by: whose(row), reason: row.reason }] : []
  })
}
