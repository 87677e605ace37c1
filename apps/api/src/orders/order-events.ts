import type { OrderEvent, OrderEventKind } from '@second-ring/contracts/orders/order-details'
import type { Database } from '@second-ring/database'
import type { Act } from '#platform/audit.ts'
import type { OrderStanding } from './order-acts.ts'

type OrderAction = Extract<Act['action'], `order.${string}` | `payment.${string}`>

const CHANGE = 'order.change-meeting' satisfies OrderAction

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
  [CHANGE]: 'meeting-changed',
  'payment.refund': 'refund-sent',
  'payment.refund-failed': 'refund-failed',
  'payment.settle-outside': 'refund-settled-outside',
  'payment.dispute': 'disputed',
  'payment.dispute-closed': 'dispute-closed',
}

/** What became of a payment's refund: of several the latest is shown. */
const refundOutcomes: readonly string[] = [
  'payment.refund',
  'payment.refund-failed',
  'payment.settle-outside',
] satisfies OrderAction[]

interface EntryRow {
  action: string
  subjectId: string
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
    SELECT action, actor_id::text AS "actorId", subject_type AS "subjectType",
      subject_id::text AS "subjectId", reason, at FROM audit_entries
    WHERE subject_type = 'order' AND subject_id = ${id}::uuid
      OR subject_type = 'payment' AND subject_id IN (SELECT p.id FROM payments p WHERE p.order_id = ${id}::uuid)
    ORDER BY at, id`
  const whose = ({ actorId, subjectType }: EntryRow): OrderEvent['by'] => {
    if (actorId === null) return subjectType === 'payment' ? 'bank' : 'market'
    return actorId === buyerId ? 'buyer' : actorId === sellerId ? 'seller' : 'admin'
  }
  const accepted = await acceptedMeetings(database, id)
  // What a removed person proposed is gone: then it is not known any more which meeting was which.
  const meetings = accepted.length === rows.filter(({ action }) => action === CHANGE).length ? accepted : []
  const latest = new Map(rows.filter(isRefundOutcome).map(row => [row.subjectId, row]))
  return rows.flatMap(row => {
    if (isRefundOutcome(row) && latest.get(row.subjectId) !== row) return []
    const kind = kinds[row.action as OrderAction]
    const meeting = row.action === CHANGE ? meetings.shift() : undefined
    const reason = row.action === CHANGE ? (meeting?.meetingPlace ?? null) : row.reason
    const meetingTime = meeting?.meetingTime?.toISOString() ?? null
    return kind ? [{ kind, at: row.at.toISOString(), by: whose(row), reason, meetingTime }] : []
  })
}

function isRefundOutcome({ action }: EntryRow): boolean {
  return refundOutcomes.includes(action)
}

/** What one side proposed and the other accepted, oldest first: one for each change of the meeting. */
function acceptedMeetings(database: Database, orderId: string) {
  return database.meetingProposal.findMany({
    where: { orderId, state: 'ACCEPTED' },
    orderBy: { answeredAt: 'asc' },
    select: { meetingPlace: true, meetingTime: true },
  })
}
