import type { AuditEntry, ListAuditInput } from '@second-ring/contracts/audit/audit-entry'
import { type Database, query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { escapeLike } from '#platform/substring-search.ts'

const subjectTypes = ['user', 'listing', 'order', 'payment', 'charge', 'category']

/**
 * A page of the audit for an admin. That they read it is an entry too, once an hour for each user whose acts they ask for; this
 * page does not have it yet.
 * @throws DomainError FORBIDDEN
 */
export async function listAudit({ database }: Platform, caller: Caller, input: ListAuditInput) {
  authorize(caller, 'audit.read')
  const page = await readAudit(database, input)
  const { involving } = input
  const isUser = involving !== undefined && (await database.user.count({ where: { id: involving } })) > 0
  const subject = isUser && { subject: { type: 'user', id: involving } as const }
  await recordRead(database, caller, { action: 'read.audit', ...subject })
  return page
}

/**
 * The audit's entries, newest first; one page, for whoever has checked that it may be read. What involves a user is what they
 * did, what was done to them, and what was done, by anyone, to their listings and to the orders and payments that they are a
 * side of.
 */
export async function readAudit(database: Database, input: ListAuditInput) {
  const list = ['audit', input.action, input.involving, input.from, input.until]
  const { action, involving, from, until, cursor, limit } = input
  const { at, id } = decodeCursor(list, cursor)
  let entries = query
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.actor_id as actorId', 'u.name as actorName', 'e.action', 'e.reason', 'e.at'])
    .select(['e.subject_type as subjectType', 'e.subject_id as subjectId'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('e.at', 'e.id'), '<', tuple(at, id)))
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
  if (action) entries = entries.where('e.action', 'like', `${escapeLike(action)}%`)
  if (involving !== undefined) entries = entries.where('e.id', 'in', entriesInvolving(involving))
  if (from !== undefined) entries = entries.where('e.at', '>=', new Date(from))
  if (until !== undefined) entries = entries.where('e.at', '<', new Date(until))
  return toPage(await run(database, entries), {
    list,
    limit,
    positionOf: row => ({ at: row.at, id: row.id }),
    toItem: (row): AuditEntry => ({ ...row, actorName: row.actorName ?? '', at: row.at.toISOString() }),
  })
}

/** The ids of all entries that involve a user or a subject; each part of them is found by an index. */
function entriesInvolving(id: string) {
  const entries = query.selectFrom('audit_entries').select('id')
  const posts = query.selectFrom('listings').where('seller_id', '=', id).select('id')
  const bought = query.selectFrom('orders').where('buyer_id', '=', id).select('id')
  const sold = query.selectFrom('orders').where('listing_id', 'in', posts).select('id')
  const orders = bought.union(sold)
  const paid = query.selectFrom('payments').where('order_id', 'in', orders).select('id')
  // Those without an order: of the others the order says it.
  const unassigned = query.selectFrom('payments').where('buyer_id', '=', id).where('order_id', 'is', null).select('id')
  const payments = paid.union(unassigned)
  return entries
    .where('actor_id', '=', id)
    .union(entries.where('subject_type', 'in', subjectTypes).where('subject_id', '=', id))
    .union(entries.where('subject_type', '=', 'listing').where('subject_id', 'in', posts))
    .union(entries.where('subject_type', '=', 'order').where('subject_id', 'in', orders))
    .union(entries.where('subject_type', '=', 'payment').where('subject_id', 'in', payments))
}
