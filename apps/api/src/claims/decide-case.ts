import type { DecideCaseInput } from '@second-ring/contracts/claims/case'
import { type CaseDecision, partProblem, wholeInstead } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import { query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { closeClaim } from '#orders/close-claim.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { type OrderStatus, requireAction, requireOutcome } from '#orders/order-rules.ts'
import { releaseMoney } from '#orders/release-money.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { findAbsence } from './find-absence.ts'
import { type Left, requireSameLeft } from './read-left.ts'
import { beginReturn, describeDivision, giveBackAll, giveBackPart } from './settle-claim.ts'

/**
 * An admin decides a case, with reasons that both sides read: all of the money goes back, a part of it, the phone is returned for
 * it, or the seller has it. They say what is left of the payment, as they were shown it: a decision does no more than that.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (there is nothing to decide, the bank holds the money, another
 * sum is left, or a return cannot be, or be again), INVALID_INPUT (a part that is not less than what is left)
 */
export async function decideCase(
  platform: Platform,
  caller: Caller,
  { orderId, ...decision }: DecideCaseInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.decide-claim')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'decideClaim')
      requireOutcome(caller, order, { act: 'decideClaim', to: leadsTo[decision.decision] })
      if (decision.decision === 'RETURN') await requireBothSides(tx, order)
      await requireFreshFactor(tx, platform, caller)
      const { leftCents } = decision
      const seen = { since: 'you read the case', instead: 'Read it again, and decide.' }
      const left = await requireSameLeft(tx, orderId, { leftCents, ...seen })
      await recordDecision(tx, order, { caller, ...decision })
      const outcome = await carryOut(tx, platform, order, { caller, left, ...decision })
      const message = `An admin has decided about ${order.productName}: ${outcome}`
      const words = { by: 'The admin', text: decision.reason, isMailed: true }
      // The problem is not settled by that.
      const mail = decision.decision === 'RETURN' ? ({ mailKind: 'return-ordered' } as const) : {}
      for (const userId of [order.buyerId, order.sellerId])
        await notifyUser(tx, { userId, kind: 'claim-closed', message, words, orderId, ...mail })
      return { orderId }
    }),
  )
}

/** Where each decision leads. */
export const leadsTo = {
  REFUND: 'REFUNDED',
  REFUND_PART: 'PARTLY_REFUNDED',
  RETURN: 'RETURNING',
  RELEASE: 'RELEASED',
} as const satisfies Record<CaseDecision, DealStage>

interface Decision extends Omit<DecideCaseInput, 'orderId'> {
  caller: Caller
}

/** A return needs both sides. */
async function requireBothSides(tx: Transaction, order: OrderStatus): Promise<void> {
  const absence = await findAbsence(tx, order)
  if (absence === null) return
  throw new DomainError('CONFLICT', `${absence}, so the two cannot meet for a return. Decide about the money.`)
}

async function recordDecision(
  tx: Transaction,
  { id: orderId }: OrderStatus,
  { caller, decision, reason }: Decision,
): Promise<void> {
  const deciding = query
    .updateTable('claims')
    .set({ decision, decision_reason: reason, decided_by_id: caller.id, decided_at: now })
  await run(tx, deciding.where('order_id', '=', orderId).where('state', '=', 'UNDECIDED'))
  const subject = { type: 'order', id: orderId } as const
  await recordAction(tx, { actorId: caller.id, action: 'order.decide-claim', subject, reason })
}

/** @returns what becomes of the money, as both sides read it */
async function carryOut(
  tx: Transaction,
  platform: Platform,
  order: OrderStatus,
  { caller, left, decision, refundCents, reason }: Decision & { left: Left },
): Promise<string> {
  if (decision === 'RETURN') {
    const until = inUtc(await beginReturn(tx, order))
    return `the phone goes back to its seller. Meet by ${until}; the seller shows a code, the buyer enters it, and the money goes back.`
  }
  const act = { actorId: caller.id, reason, ending: 'REFUNDED_BY_ADMIN' } as const
  if (decision === 'REFUND') {
    const cents = await giveBackAll(tx, platform, order, { from: 'CLAIMED', ...act })
    return `${formatCents(cents)} goes back to the buyer.`
  }
  if (decision === 'RELEASE') {
    await closeClaim(tx, order.id, { state: 'DECLINED', refundCents: null })
    await releaseMoney(tx, order, { actorId: caller.id, from: 'CLAIMED' })
    return 'the money is the seller’s.'
  }
  const cents = refundCents ?? 0
  const problem = partProblem(cents, left.leftCents, wholeInstead.decision)
  if (problem !== null) throw new DomainError('INVALID_INPUT', problem)
  const settled = await giveBackPart(tx, platform, order, { cents, left, ...act })
  return describeDivision(settled, { to: 'the buyer', whose: 'the seller’s' })
}
