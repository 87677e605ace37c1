import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import type { AnswerProposalInput, ProposeMeetingInput } from '@second-ring/contracts/orders/arrange-meeting'
import { HANDOVER_DAYS } from '@second-ring/contracts/orders/deadlines'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { quoted } from '#notifications/quoted.ts'
import { enforceOrderLimit } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockOrder } from './lock-order.ts'
import { type OrderStatus, requireAction } from './order-rules.ts'

/**
 * Proposes another place or time to meet to the other side of the caller's order; it replaces the caller's open
 * proposal. Each side proposes so many in an order.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (ended), CONFLICT (the other side has proposed first), INVALID_INPUT (a
 * time that has passed, or before which the order ends), LIMIT_REACHED, TOO_MANY_REQUESTS
 */
export async function proposeMeeting(
  { database, accountLimits, rateLimits }: Platform,
  caller: Caller,
  { orderId, meetingPlace, meetingTime }: ProposeMeetingInput,
): Promise<{ proposalId: string }> {
  authorize(caller, 'order.arrange')
  await rateLimits.countAccount('arrange', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'proposeMeeting')
      if (meetingTime !== null) await requirePossibleTime(tx, { orderId, meetingTime })
      const used = await tx.meetingProposal.count({ where: { orderId, proposedById: caller.id } })
      await enforceOrderLimit(tx, { accountLimits }, { userId: caller.id, name: 'meetingProposals', used })
      if (order.proposalId !== null) await closeProposal(tx, order.proposalId, 'WITHDRAWN')
      const meeting = { meetingPlace, meetingTime: meetingTime === null ? null : new Date(meetingTime) }
      const { id } = await tx.meetingProposal.create({
        data: { orderId, proposedById: caller.id, ...meeting },
        select: { id: true },
      })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.propose-meeting', subject })
      const message = `${nameOf(caller, order)} proposes to meet ${whereAndWhen(meeting)} for ${order.productName}.`
      await notifyUserOfLatest(tx, { userId: otherSide(caller, order), kind: 'meeting-proposed', message, orderId })
      return { proposalId: id }
    }),
  )
}

/**
 * Accepts the other side's open proposal: its place and time become the order's.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (ended), CONFLICT (no such open proposal of the other side, or its time
 * has passed)
 */
export async function acceptProposal(platform: Platform, caller: Caller, input: AnswerProposalInput) {
  authorize(caller, 'order.arrange')
  return answer(platform, caller, input, {
    action: 'acceptProposal',
    async work(tx, order, proposalId) {
      const proposal = query.selectFrom('meeting_proposals').where('id', '=', proposalId).select('id')
      if ((await run(tx, proposal.where('meeting_time', '<', now))).length > 0) {
        throw new DomainError('CONFLICT', 'The proposed time has passed. Propose another one.')
      }
      await closeProposal(tx, proposalId, 'ACCEPTED')
      const meeting = await tx.meetingProposal.findUniqueOrThrow({
        where: { id: proposalId },
        select: { meetingPlace: true, meetingTime: true },
      })
      await tx.order.updateMany({ where: { id: order.id }, data: meeting })
      const subject = { type: 'order', id: order.id } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.change-meeting', subject })
      await notifyOfAnswer(tx, caller, order, `accepts to meet ${whereAndWhen(meeting)}`)
    },
  })
}

/**
 * Declines the other side's open proposal.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (ended), CONFLICT (no such open proposal of the other side)
 */
export async function declineProposal(platform: Platform, caller: Caller, input: AnswerProposalInput) {
  authorize(caller, 'order.arrange')
  return answer(platform, caller, input, {
    action: 'declineProposal',
    async work(tx, order, proposalId) {
      await closeProposal(tx, proposalId, 'DECLINED')
      await notifyOfAnswer(tx, caller, order, 'does not accept the new meeting')
    },
  })
}

/**
 * Withdraws the caller's own open proposal.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (ended), CONFLICT (no such open proposal of theirs)
 */
export async function withdrawProposal(platform: Platform, caller: Caller, input: AnswerProposalInput) {
  authorize(caller, 'order.arrange')
  return answer(platform, caller, input, {
    action: 'withdrawProposal',
    work: (tx, _order, proposalId) => closeProposal(tx, proposalId, 'WITHDRAWN'),
  })
}

interface Answer {
  action: 'acceptProposal' | 'declineProposal' | 'withdrawProposal'
  work(tx: Transaction, order: OrderStatus, proposalId: string): Promise<void>
}

function answer(
  { database }: Platform,
  caller: Caller,
  { orderId, proposalId }: AnswerProposalInput,
  { action, work }: Answer,
): Promise<{ proposalId: string }> {
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      // Another proposal may be open by now.
      const isOpen = order.proposalId === proposalId.toLowerCase()
      requireAction(caller, isOpen ? order : { ...order, proposalId: null, proposedById: null }, action)
      await work(tx, order, proposalId)
      return { proposalId }
    }),
  )
}

interface Proposed {
  orderId: string
  meetingTime: string
}

/** Rejects a time after the order's end: an unpaid order may still be paid at the end of its hold. */
async function requirePossibleTime(tx: Transaction, { orderId, meetingTime }: Proposed): Promise<void> {
  const toHandOver = sql`${`${HANDOVER_DAYS} days`}::interval`
  const fits = sql<boolean>`${meetingTime}::timestamptz BETWEEN now() AND CASE
    WHEN state = 'PLACED' THEN reserved_until + ${toHandOver}
    WHEN state = 'RETURNING' THEN (SELECT due_at FROM claims WHERE order_id = orders.id)
    WHEN handover_claimed_at IS NULL THEN handover_due_at
    ELSE now() + ${toHandOver} END`
  const [order] = await run(tx, query.selectFrom('orders').where('id', '=', orderId).select(fits.as('fits')))
  if (!order?.fits) throw new DomainError('INVALID_INPUT', 'Choose a time to come, before the time to meet is over.')
}

/** Closes the open proposal of an order: under the order's lock, under which it was read. */
async function closeProposal(tx: Transaction, id: string, state: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN'): Promise<void> {
  const closing = query.updateTable('meeting_proposals').set({ state, answered_at: now })
  await run(tx, closing.where('id', '=', id))
}

interface Meeting {
  meetingPlace: string
  meetingTime: Date | null
}

function whereAndWhen({ meetingPlace, meetingTime }: Meeting): string {
  return `at ${quoted(meetingPlace)}${meetingTime ? ` on ${inUtc(meetingTime)}` : ''}`
}

function notifyOfAnswer(tx: Transaction, caller: Caller, order: OrderStatus, says: string): Promise<void> {
  const message = `${nameOf(caller, order)} ${says} for ${order.productName}.`
  const about = { userId: otherSide(caller, order), orderId: order.id }
  return notifyUserOfLatest(tx, { ...about, kind: 'meeting-answered', message })
}

/** The id of the other side of the order. */
export function otherSide(caller: Caller, { buyerId, sellerId }: OrderStatus): string {
  return caller.id === buyerId ? sellerId : buyerId
}

/** The caller, as the other side of the order is told of them. */
export function nameOf(caller: Caller, { buyerId }: OrderStatus): string {
  return caller.id === buyerId ? 'The buyer' : 'The seller'
}
