import { query, run, type Transaction } from '@second-ring/database'
import { notifyUser } from '#notifications/notify-user.ts'
import { now } from '#platform/database-clock.ts'

interface Decision {
  listingId: string
  handledById: string
  to: 'DISMISSED' | 'ACTED'
  note: string
  /** Of the reports until then; of all without it. */
  until?: string
}

/**
 * Closes the open reports of a listing, and tells each reporter in a sentence what came of it, without the note.
 * @returns how many were closed
 */
export async function closeReports(tx: Transaction, decision: Decision): Promise<number> {
  const { listingId, handledById, to, note, until } = decision
  let closing = query
    .updateTable('reports as r')
    .from('listings as l')
    .set({ state: to, handled_by_id: handledById, handled_at: now, note })
    .whereRef('l.id', '=', 'r.listing_id')
    .where('r.listing_id', '=', listingId)
    .where('r.state', '=', 'OPEN')
  if (until !== undefined) closing = closing.where('r.created_at', '<=', new Date(until))
  const closed = await run(
    tx,
    closing.returning(['r.reporter_id as userId', 'l.product_name as productName', 'l.state as listingState']),
  )
  for (const { userId, productName, listingState } of closed) {
    const outcome =
      to === 'ACTED' || listingState === 'REMOVED' ? 'It is no longer for sale.' : 'The post stays as it is.'
    const message = `We have looked at ${productName}, which you reported. ${outcome}`
    const about = listingState === 'REMOVED' ? {} : { listingId }
    await notifyUser(tx, { userId, kind: 'report-closed', message, ...about })
  }
  return closed.length
}
