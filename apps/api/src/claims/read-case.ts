import {
  CASE_NOTES_MAX,
  type Case,
  type CaseDispute,
  type CaseEntry,
  type GetCaseInput,
} from '@second-ring/contracts/claims/case'
import { CaseDecision } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, type Prisma, query, run } from '@second-ring/database'
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
 * A deal with a claim, an undecided handover, a suspended buyer or a disputed payment and all of its story, for an admin who is no party of it. That they read it is in
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
    post: await readPost(database, order.listingId),
    disputes: await readDisputes(database, orderId),
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

async function readPost(database: Database, listingId: string): Promise<Case['post']> {
  const select = { condition: true, description: true } as const
  const { condition, description } = await database.listing.findUniqueOrThrow({ where: { id: listingId }, select })
  return { condition, text: description }
}

const disputeSelect = {
  ...{ id: true, amountCents: true, state: true, reason: true, openedAt: true, dueAt: true, closedAt: true },
  answers: { orderBy: { requestedAt: 'asc' } },
} as const satisfies Prisma.DisputeSelect

/** What banks have disputed of an order's payments, oldest first, and what they were answered. */
async function readDisputes(database: Database, orderId: string): Promise<CaseDispute[]> {
  const disputes = await database.dispute.findMany({
    where: { payment: { orderId } },
    orderBy: { openedAt: 'asc' },
    select: disputeSelect,
  })
  const ids = disputes.flatMap(({ answers }) => answers.map(({ answeredById }) => answeredById))
  const users = await database.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return disputes.map(({ openedAt, dueAt, closedAt, answers, ...dispute }) => ({
    ...dispute,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    answers: answers.map(({ id, state, note, answeredById, requestedAt, sentAt }) => ({
      ...{ id, state, note, answeredBy: names.get(answeredById) ?? '' },
      requestedAt: requestedAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  }))
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
