import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { CONTACT_DAYS, claimedStates } from '@second-ring/contracts/orders/order'
import { type Database, type Prisma, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

const BATCH = 500
/** Notifications that quote what one side of an order has typed to the other. */
export const quotingKinds: NoticeKind[] = [
  'meeting-proposed',
  'meeting-answered',
  'booking-released',
  'refunded',
  'handover-denied',
  'cancellation-proposed',
  'no-show-reported',
  'no-show-answered',
  'claim-opened',
  'claim-answered',
]
/** Reasons that a seller has typed; others are the market's. */
export const endedBySeller: Prisma.OrderWhereInput = { ending: { in: ['RELEASED', 'REFUNDED_BY_SELLER'] } }
export const SELLERS_REFUND = 'Refunded by the seller'

const old = query
  .selectFrom('orders')
  // The two of a claim still need each other.
  .where('state', 'not in', claimedStates)
  .where('ended_at', '<=', ago(`${CONTACT_DAYS} days`))
  .where(({ and, eb, or }) =>
    or([
      eb('phone', '<>', ''),
      eb('meeting_place', '<>', ''),
      // The two above go before, where the buyer was removed.
      and([eb('ending', 'in', ['RELEASED', 'REFUNDED_BY_SELLER']), eb('end_reason', 'is not', null)]),
    ]),
  )
  .select('id')
  .orderBy('ended_at')
  .limit(BATCH)
  .forUpdate()
  .skipLocked()

const oldNotes = query
  .selectFrom('order_notes as n')
  .innerJoin('orders as o', 'o.id', 'n.order_id')
  .where('o.ended_at', '<=', ago(`${CONTACT_DAYS} days`))
  .where('o.state', 'not in', claimedStates)
  .select('n.id')

const eraseReasons = query
  .updateTable('refunds as r')
  .from('payments as p')
  .innerJoin('orders as o', 'o.id', 'p.order_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .whereRef('p.id', '=', 'r.payment_id')
  .whereRef('r.requested_by_id', '=', 'l.seller_id')
  .set({ reason: SELLERS_REFUND })

/** Of disputes that are over, and an order that ended long ago or of which a side was removed. */
const oldEvidence = query
  .selectFrom('disputes as d')
  .innerJoin('payments as p', 'p.id', 'd.payment_id')
  .innerJoin('users as b', 'b.id', 'p.buyer_id')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .leftJoin('listings as l', 'l.id', 'o.listing_id')
  .leftJoin('users as s', 's.id', 'l.seller_id')
  .where('d.closed_at', 'is not', null)
  .where(({ eb, fn, or }) =>
    or([
      eb(fn.coalesce('o.ended_at', 'd.closed_at'), '<=', ago(`${CONTACT_DAYS} days`)),
      eb('b.deleted_at', 'is not', null),
      eb('s.deleted_at', 'is not', null),
    ]),
  )
  .select('d.id')

/**
 * Erases what the two sides have written from the answers to banks whose disputes are over. What an admin has added is the market's.
 */
export async function forgetEvidence(on: Database | Transaction): Promise<void> {
  const forgetting = query.updateTable('dispute_answers').set({ evidence: sql`'[]'` })
  await run(
    on,
    forgetting
      .where('state', '<>', 'REQUESTED')
      .where(sql`evidence`, '<>', sql`'[]'`)
      .where('dispute_id', 'in', oldEvidence),
  )
}

/**
 * Erases the phone number of orders that ended long ago, and what their two sides have typed to each other: meeting places,
 * notes, reasons and evidence for banks; by the database's clock.
 */
export async function forgetContacts({ database }: Pick<Platform, 'database'>): Promise<void> {
  await run(database, query.deleteFrom('order_notes').where('id', 'in', oldNotes))
  await forgetEvidence(database)
  for (let count = BATCH; count === BATCH; ) {
    count = await database.$transaction(async tx => {
      const ids = (await run(tx, old)).map(({ id }) => id)
      const orderId = { in: ids }
      await tx.meetingProposal.deleteMany({ where: { orderId } })
      await tx.cancellationProposal.deleteMany({ where: { orderId } })
      await tx.noShowReport.updateMany({ where: { orderId }, data: { text: '' } })
      await tx.noShowReport.updateMany({ where: { orderId, state: 'DENIED' }, data: { answer: '' } })
      await tx.notice.deleteMany({ where: { orderId, kind: { in: quotingKinds } } })
      await tx.order.updateMany({ where: { id: orderId, ...endedBySeller }, data: { endReason: null } })
      if (ids.length > 0) await run(tx, eraseReasons.where('o.id', 'in', ids))
      await tx.order.updateMany({ where: { id: orderId }, data: { phone: '', meetingPlace: '' } })
      return ids.length
    })
  }
}
