import type { OrderEvent, OrderEventKind } from '@second-ring/contracts/orders/order-details'
import { type Database, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import type { AuditedAction } from '#platform/audit.ts'
import type { OrderStatus } from './order-rules.ts'

type OrderAction = Extract<AuditedAction['action'], `order.${string}` | `payment.${string}`>

const CHANGE = 'order.change-meeting' satisfies OrderAction
const PROPOSED = 'order.propose-cancellation' satisfies OrderAction
const REPORTED = 'order.report-no-show' satisfies OrderAction
const DENIED = 'order.deny-no-show' satisfies OrderAction
/** What somebody typed with these is not in the audit, from which nothing can be taken out, but in rows that are erased. */
const typed: readonly string[] = [CHANGE, PROPOSED, REPORTED, DENIED]

/** The kind of event that both sides see for each action of the audit; null: it is none of their deal's. */
const kinds: Record<OrderAction, OrderEventKind | null> = {
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
  'order.release-money': 'money-released',
  'order.open-claim': 'claim-opened',
  'order.answer-claim': 'claim-answered',
  'order.accept-offer': 'offer-accepted',
  'order.open-case': 'case-opened',
  'order.decide-claim': 'claim-decided',
  'order.withdraw-claim': 'claim-withdrawn',
  'order.return': 'phone-returned',
  'order.refund-part': 'refunded-in-part',
  'order.refund': 'refunded',
  [CHANGE]: 'meeting-changed',
  [PROPOSED]: 'cancellation-proposed',
  'order.agree-cancellation': 'cancellation-agreed',
  'order.decline-cancellation': 'cancellation-declined',
  'order.withdraw-cancellation': 'cancellation-withdrawn',
  [REPORTED]: 'no-show-reported',
  'order.admit-no-show': 'no-show-admitted',
  [DENIED]: 'no-show-denied',
  'payment.refund': 'refund-sent',
  'payment.refund-failed': 'refund-failed',
  'payment.settle-outside': 'refund-settled-outside',
  'payment.dispute': 'disputed',
  'payment.dispute-closed': 'dispute-closed',
  'order.renew-code': null,
  'order.renew-return-code': null,
  // What was proposed stands beside the order until it is answered.
  'order.propose-meeting': null,
  // For admins alone.
  'order.note-case': null,
  'payment.submit-evidence': null,
  // Their outcomes are events.
  'payment.ask-refund': null,
  'payment.refund-undone': null,
}

/** What became of a payment's refund: of several the latest is shown. */
const refundOutcomes: readonly string[] = [
  'payment.refund',
  'payment.refund-failed',
  'payment.settle-outside',
] satisfies OrderAction[]

const findEntries = prepare((parameter: Parameters<{ orderId: string; buyerId: string; sellerId: string }>) =>
  query
    .selectFrom('audit_entries')
    .where('action', 'not like', 'read.%')
    .where(({ and, eb, or, selectFrom }) => {
      const payments = selectFrom('payments').where('order_id', '=', parameter('orderId')).select('id')
      return or([
        and([eb('subject_type', '=', 'order'), eb('subject_id', '=', parameter('orderId'))]),
        and([eb('subject_type', '=', 'payment'), eb('subject_id', 'in', payments)]),
      ])
    })
    .select(['action', 'actor_id as actorId', 'subject_type as subjectType', 'subject_id as subjectId'])
    // What a removed buyer or seller has typed is shown to nobody; the audit itself cannot change.
    .select(({ case: choose, exists, selectFrom, ref }) => [
      choose()
        .when(
          exists(
            selectFrom('users')
              .whereRef('id', '=', 'audit_entries.actor_id')
              .where('id', 'in', [parameter('buyerId'), parameter('sellerId')])
              .where('deleted_at', 'is not', null)
              .select('id'),
          ),
        )
        .then(null)
        .else(ref('reason'))
        .end()
        .as('reason'),
      'at',
    ])
    .orderBy('at')
    .orderBy('id'),
)

/** What has happened to an order and its payments, oldest first, from the audit. */
export async function readOrderEvents(
  database: Database | Transaction,
  { id, buyerId, sellerId }: Pick<OrderStatus, 'id' | 'buyerId' | 'sellerId'>,
): Promise<OrderEvent[]> {
  const rows = await findEntries(database, { orderId: id, buyerId, sellerId })
  const whose = ({ actorId, subjectType }: (typeof rows)[number]): OrderEvent['by'] => {
    if (actorId === null) return subjectType === 'payment' ? 'bank' : 'market'
    return actorId === buyerId ? 'buyer' : actorId === sellerId ? 'seller' : 'admin'
  }
  const accepted = await acceptedMeetings(database, id)
  // A removed user's proposals are deleted: then accepted changes cannot be matched to proposals.
  const meetings = accepted.length === rows.filter(({ action }) => action === CHANGE).length ? accepted : []
  const wordsOf = await readWords(database, id, rows)
  const latest = new Map(rows.filter(isRefundOutcome).map(row => [row.subjectId, row]))
  return rows.flatMap(row => {
    if (isRefundOutcome(row) && latest.get(row.subjectId) !== row) return []
    const kind = kinds[row.action as OrderAction] ?? null
    const meeting = row.action === CHANGE ? meetings.shift() : undefined
    const reason = typed.includes(row.action) ? (meeting?.meetingPlace ?? wordsOf(row)) : row.reason
    const meetingTime = meeting?.meetingTime?.toISOString() ?? null
    return kind ? [{ kind, at: row.at.toISOString(), by: whose(row), reason, meetingTime }] : []
  })
}

function isRefundOutcome({ action }: { action: string }): boolean {
  return refundOutcomes.includes(action)
}

/** What one side proposed and the other accepted, oldest first: one for each change of the meeting. */
function acceptedMeetings(database: Database | Transaction, orderId: string) {
  return database.meetingProposal.findMany({
    where: { orderId, state: 'ACCEPTED' },
    orderBy: { answeredAt: 'asc' },
    select: { meetingPlace: true, meetingTime: true },
  })
}

interface Act {
  action: string
  actorId: string | null
}

/** Returns what tells the words that an act came with, for each act once, oldest first; null where they were erased. */
async function readWords(
  database: Database | Transaction,
  orderId: string,
  rows: Act[],
): Promise<(act: Act) => string | null> {
  if (!rows.some(({ action }) => action !== CHANGE && typed.includes(action))) return () => null
  const order = { createdAt: 'asc' } as const
  const proposals = await database.cancellationProposal.findMany({
    where: { orderId },
    orderBy: order,
    select: { proposedById: true, reason: true },
  })
  const reports = await database.noShowReport.findMany({
    where: { orderId },
    select: { reportedById: true, text: true, answer: true },
  })
  const wordsOfActs = new Map<string, string[]>()
  const add = (action: string, actorId: string | null, words: string) => {
    const key = `${action} ${actorId}`
    wordsOfActs.set(key, [...(wordsOfActs.get(key) ?? []), words])
  }
  for (const { proposedById, reason } of proposals) add(PROPOSED, proposedById, reason)
  for (const { reportedById, text } of reports) add(REPORTED, reportedById, text)
  // Each side reports once, and the other answers.
  for (const { action, actorId } of rows) {
    const answered = action === DENIED && reports.find(({ reportedById }) => reportedById !== actorId)
    if (answered) add(DENIED, actorId, answered.answer ?? '')
  }
  return ({ action, actorId }) => wordsOfActs.get(`${action} ${actorId}`)?.shift() || null
}
