import { inUtc } from '@second-ring/contracts/in-utc'
import {
  type AnswerCancellationInput,
  CANCELLATION_HOURS,
  type ProposeCancellationInput,
} from '@second-ring/contracts/orders/cancel-by-agreement'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { enforceOrderLimit } from '#platform/account-limits.ts'
import { type AuditedAction, recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { nameOf, otherSide } from './arrange-meeting.ts'
import { lockOrder } from './lock-order.ts'
import { type OrderStatus, requireAction } from './order-rules.ts'
import { CANCELLATION_REMINDER } from './reminders.ts'

/**
 * Proposes to the other side of the caller's paid order that it is cancelled, and the buyer gets all of the money back. They have
 * {@link CANCELLATION_HOURS} to accept; silence is a no. Each side proposes it a few times in an order, withdrawn ones included.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (a proposal is open, or the bank holds the money),
 * LIMIT_REACHED, TOO_MANY_REQUESTS
 */
export async function proposeCancellation(
  { database, accountLimits, rateLimits }: Platform,
  caller: Caller,
  { orderId, reason, relist }: ProposeCancellationInput,
): Promise<{ proposalId: string; dueAt: string }> {
  authorize(caller, 'order.arrange')
  await rateLimits.countAccount('arrange', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'proposeCancellation')
      const used = await tx.cancellationProposal.count({ where: { orderId, proposedById: caller.id } })
      await enforceOrderLimit(tx, { accountLimits }, { userId: caller.id, name: 'cancellationProposals', used })
      await closeSilent(tx, orderId)
      const isSeller = caller.id === order.sellerId
      const proposing = query
        .insertInto('cancellation_proposals')
        .values({
          ...{ order_id: orderId, proposed_by_id: caller.id, reason, due_at: fromNow(`${CANCELLATION_HOURS} hours`) },
          relist: isSeller ? (relist ?? false) : null,
        })
        .returning(['id', 'due_at as dueAt'])
      const [proposed] = await run(tx, proposing)
      if (!proposed) throw new Error(`Order ${orderId} has no proposal`)
      await tx.orderReminder.deleteMany({ where: { orderId, kind: CANCELLATION_REMINDER } })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.propose-cancellation', subject })
      const who = nameOf(caller, order)
      const message = `${who} wants to cancel the sale of ${order.productName}: all of the payment goes back to the buyer. Accept or decline by ${inUtc(proposed.dueAt)}.`
      const words = { by: who, text: reason }
      const about = { userId: otherSide(caller, order), orderId }
      await notifyUserOfLatest(tx, { ...about, kind: 'cancellation-proposed', message, words })
      return { proposalId: proposed.id, dueAt: proposed.dueAt.toISOString() }
    }),
  )
}

/** One whose time is over, and that the minute's job has not closed yet, stands in no other's way. */
async function closeSilent(tx: Transaction, orderId: string): Promise<void> {
  const closing = query.updateTable('cancellation_proposals').set({ state: 'DECLINED', answered_at: now })
  await run(tx, closing.where('order_id', '=', orderId).where('state', '=', 'OPEN').where('due_at', '<=', now))
}

/**
 * Declines the other side's open proposal to cancel: the order goes on.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (no such open proposal of the other side)
 */
export async function declineCancellation(platform: Platform, caller: Caller, input: AnswerCancellationInput) {
  authorize(caller, 'order.arrange')
  return close(platform, caller, input, {
    act: 'declineCancellation',
    to: 'DECLINED',
    action: 'order.decline-cancellation',
    async notify(tx, order) {
      const message = `${nameOf(caller, order)} does not want to cancel the sale of ${order.productName}. It goes on.`
      const userId = otherSide(caller, order)
      await notifyUserOfLatest(tx, { userId, kind: 'cancellation-answered', message, orderId: order.id })
    },
  })
}

/**
 * Withdraws the caller's own open proposal to cancel.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (no such open proposal of theirs)
 */
export async function withdrawCancellation(platform: Platform, caller: Caller, input: AnswerCancellationInput) {
  authorize(caller, 'order.arrange')
  return close(platform, caller, input, {
    act: 'withdrawCancellation',
    to: 'WITHDRAWN',
    action: 'order.withdraw-cancellation',
    notify: async () => undefined,
  })
}

interface Closing {
  act: 'declineCancellation' | 'withdrawCancellation'
  to: 'DECLINED' | 'WITHDRAWN'
  action: AuditedAction['action']
  notify(tx: Transaction, order: OrderStatus): Promise<void>
}

function close(
  { database }: Platform,
  caller: Caller,
  { orderId, proposalId }: AnswerCancellationInput,
  { act, to, action, notify }: Closing,
): Promise<{ proposalId: string }> {
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = withProposal(await lockOrder(tx, caller, orderId), proposalId)
      requireAction(caller, order, act)
      await closeProposal(tx, proposalId, to)
      await recordAction(tx, { actorId: caller.id, action, subject: { type: 'order', id: order.id } })
      await notify(tx, order)
      return { proposalId }
    }),
  )
}

/** The order as an answer to a proposal sees it: another one may be open by now, which it does not mean. */
export function withProposal(order: OrderStatus, proposalId: string): OrderStatus {
  const isOpen = order.cancellation?.id === proposalId.toLowerCase()
  return isOpen ? order : { ...order, cancellation: null }
}

/** Closes the open proposal of an order: under the order's lock, under which it was read. */
export async function closeProposal(
  tx: Transaction,
  id: string,
  state: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN',
): Promise<void> {
  const closing = query.updateTable('cancellation_proposals').set({ state, answered_at: now })
  await run(tx, closing.where('id', '=', id))
}
