import { CASE_NOTES_MAX, type Case, type CaseEntry, type GetCaseInput } from '@second-ring/contracts/claims/case'
import { CaseDecision } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { getOrderDetails } from '#orders/get-order-details.ts'
import { readOrderStatus } from '#orders/lock-order.ts'
import { allowsOutcome } from '#orders/order-rules.ts'
import { readPayoutState } from '#payouts/read-payout-account.ts'
import { readPayoutFreeze } from '#platform/last-decision.ts'
import type { Platform } from '#platform/platform.ts'
import { leadsTo } from './decide-case.ts'
import { findAbsence } from './find-absence.ts'
import { readHandoverCase } from './read-handover-case.ts'
import { readLeft } from './read-left.ts'

/**
 * A deal with a claim, an undecided handover or a suspended buyer and all of its story, for an admin who is no party of it. That they read it is in
 * the audit.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such order, no case about it, or the admin's own deal)
 */
export async function readCase(platform: Platform, caller: Caller, { orderId }: GetCaseInput): Promise<Case> {
  authorize(caller, 'order.decide-claim')
  const { database } = platform
  const order = await getOrderDetails(platform, caller, { orderId })
  const handover = await readHandoverCase(database, orderId)
  if (!order.hasCase) {
    throw new DomainError('NOT_FOUND', 'There is no such case.')
  }
  const { leftCents } = await database.$transaction(tx => readLeft(tx, orderId))
  return {
    order,
    claim: order.claim,
    handover,
    leftCents,
    entries: await readEntries(database, orderId),
    notes: await readNotes(database, orderId),
    payoutFreeze: await readPayoutFreeze(database, order.seller.id),
    payoutAccount: await readPayoutState(database, order.seller.id),
    decisions: order.can.includes('decideClaim') ? await readDecisions(database, caller, orderId) : [],
  }
}

/** How an admin may decide a case now. */
function readDecisions(database: Database, caller: Caller, orderId: string): Promise<CaseDecision[]> {
  return database.$transaction(async tx => {
    const order = await readOrderStatus(tx, orderId)
    if (!order) return []
    const isAlone = (await findAbsence(tx, order)) !== null
    return CaseDecision.options.filter(
      one => !(one === 'RETURN' && isAlone) && allowsOutcome(caller, order, { act: 'decideClaim', to: leadsTo[one] }),
    )
  })
}

/** What moved the money of an order's payments, oldest first. */
async function readEntries(database: Database, orderId: string): Promise<CaseEntry[]> {
  const entries = query
    .selectFrom('ledger_transactions as t')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .where('p.order_id', '=', orderId)
    .select(['t.id as transactionId', 't.act', 'a.kind as account', 'e.amount_cents as amountCents'])
    .select('t.posted_at as postedAt')
    .orderBy('t.posted_at')
    .orderBy('t.id')
    .orderBy('a.kind')
  const rows = await run(database, entries)
  return rows.map(({ amountCents, postedAt, ...entry }) => ({
    ...entry,
    amountCents: Number(amountCents),
    postedAt: postedAt.toISOString(),
  }))
}

async function readNotes(database: Database, orderId: string): Promise<Case['notes']> {
  const notes = query
    .selectFrom('case_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .where('n.order_id', '=', orderId)
    .select(({ fn, val }) => ['n.id', fn.coalesce('u.name', val('')).as('authorName'), 'n.text', 'n.created_at as at'])
    .orderBy('n.id')
    .limit(CASE_NOTES_MAX)
  return (await run(database, notes)).map(({ at, ...note }) => ({ ...note, writtenAt: at.toISOString() }))
}
