import { DomainError } from '@second-ring/contracts/errors'
import {
  type DisputeEvidenceInput,
  type DisputeEvidenceOutput,
  EvidenceText,
} from '@second-ring/contracts/payments/dispute-evidence'
import { type Database, type Prisma, query, run, type Transaction } from '@second-ring/database'
import * as z from 'zod/mini'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { putEvidenceTogether } from './put-evidence-together.ts'

const disputeSelect = {
  id: true,
  paymentId: true,
  amountCents: true,
  state: true,
  reason: true,
  dueAt: true,
  payment: { select: { order: { select: { id: true, productName: true } } } },
  answers: { orderBy: { requestedAt: 'desc' } },
} as const satisfies Prisma.DisputeSelect

/**
 * What an admin can answer the bank about a disputed payment, put together from its deal, and what was answered.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function readDisputeEvidence(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  { disputeId }: DisputeEvidenceInput,
): Promise<DisputeEvidenceOutput> {
  authorize(caller, 'payment.oversee')
  const dispute = await database.dispute.findUnique({ where: { id: disputeId }, select: disputeSelect })
  if (!dispute) throw new DomainError('NOT_FOUND', 'There is no such dispute.')
  const { id, amountCents, state, reason, dueAt, payment, answers } = dispute
  const { order } = payment
  if (order) await recordRead(database, caller, { action: 'read.order', subject: { type: 'order', id: order.id } })
  else await recordRead(database, caller, { action: 'read.open-money' })
  const mayAnswer = (await whyNotAnswered(database, id)) === null
  const names = await namesOf(
    database,
    answers.map(({ answeredById }) => answeredById),
  )
  return {
    ...{ id, amountCents, state, reason },
    orderId: order?.id ?? null,
    productName: order?.productName ?? '',
    dueAt: dueAt?.toISOString() ?? null,
    evidence: mayAnswer ? await putEvidenceTogether(database, dispute.paymentId) : null,
    answers: answers.map(answer => ({
      ...{ id: answer.id, state: answer.state, note: answer.note, rejection: answer.rejection },
      evidence: readEvidence(answer.evidence),
      answeredBy: names.get(answer.answeredById) ?? '',
      requestedAt: answer.requestedAt.toISOString(),
      sentAt: answer.sentAt?.toISOString() ?? null,
    })),
  }
}

/** The parts of an answer as they were stored. */
export function readEvidence(stored: unknown): EvidenceText[] {
  return z.array(EvidenceText).parse(stored)
}

/** Why the bank cannot be answered now, by the database's clock; null when it can. */
export async function whyNotAnswered(on: Database | Transaction, disputeId: string): Promise<string | null> {
  const asking = query
    .selectFrom('disputes as d')
    .where('d.id', '=', disputeId)
    .select(({ and, eb, exists, selectFrom }) => [
      eb('d.state', 'in', ['INQUIRY', 'NEEDS_RESPONSE']).as('waits'),
      and([eb('d.due_at', 'is not', null), eb('d.due_at', '>', now)])
        .$castTo<boolean>()
        .as('inTime'),
      exists(
        selectFrom('dispute_answers as a')
          .whereRef('a.dispute_id', '=', 'd.id')
          .whereRef('a.stage', '=', 'd.state')
          .where('a.state', '<>', 'REJECTED')
          .select('a.id'),
      )
        .$castTo<boolean>()
        .as('isAnswered'),
    ])
  const [dispute] = await run(on, asking)
  if (!dispute?.waits) return 'The bank does not wait for an answer to this dispute.'
  if (dispute.isAnswered) return 'The bank was answered already. It can be answered once.'
  return dispute.inTime ? null : 'The time to answer the bank is over.'
}

async function namesOf(database: Database, ids: string[]): Promise<Map<string, string>> {
  const users = await database.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}
