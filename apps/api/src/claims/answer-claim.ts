import { type AnswerClaimInput, offerProblem } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { CLAIM_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { openCase } from '#orders/open-case.ts'
import { type OrderStatus, requireAction, requireOutcome } from '#orders/order-rules.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { readLeft, requireSameLeft } from './read-left.ts'
import { beginReturn, forgetReminders, giveBackAll, giveBackPart } from './settle-claim.ts'

/**
 * The seller answers their buyer's claim, once: they agree to the wish as it is, which settles the claim or begins the return;
 * offer a part of the money, which the buyer takes or not within {@link CLAIM_ANSWER_HOURS}; or disagree, and an admin decides.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such order of the caller's phones), ORDER_NOT_OPEN (no claim is open), CONFLICT
 * (answered already, too late, the bank holds the money, or what is left of it is not what it was), INVALID_INPUT (an offer that
 * is not less than what is left), TOO_MANY_REQUESTS
 */
export async function answerClaim(
  platform: Platform,
  caller: Caller,
  { orderId, ...answer }: AnswerClaimInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.answer-claim')
  await platform.rateLimits.countAccount('arrange', caller.id)
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'answerClaim')
      const subject = { type: 'order', id: orderId } as const
      const reason = describeAnswer(answer)
      await recordAction(tx, { actorId: caller.id, action: 'order.answer-claim', subject, reason })
      if (answer.answer === 'OFFERED') {
        const leftCents = await requireMoneyFor(tx, orderId, answer)
        const dueAt = await storeOffer(tx, orderId, { ...answer, leftCents })
        await notifyOffer(tx, order, { ...answer, dueAt })
        return { orderId }
      }
      if (answer.answer === 'AGREED') await agree(tx, platform, order, caller)
      else await openCase(tx, order, { from: 'SELLER_ANSWERS', actorId: caller.id, reason })
      await run(tx, storing(orderId, answer))
      return { orderId }
    }),
  )
}

type Answer = Pick<AnswerClaimInput, 'answer' | 'offerCents' | 'text'>

function describeAnswer({ answer, offerCents }: Answer): string {
  if (answer === 'OFFERED') return `The seller offers ${formatCents(offerCents ?? 0)}`
  return answer === 'AGREED' ? 'The seller agrees' : 'The seller disagrees'
}

function storing(orderId: string, { answer, offerCents, text }: Answer) {
  return query
    .updateTable('claims')
    .set({ answer, answer_text: text === '' ? null : text, offer_cents: offerCents, answered_at: now })
    .where('order_id', '=', orderId)
}

/**
 * The buyer's turn begins with the offer itself, as the database asks for.
 * @returns until when it is theirs
 */
async function storeOffer(
  tx: Transaction,
  orderId: string,
  { leftCents, ...answer }: Answer & { leftCents: number },
): Promise<Date> {
  const turn = {
    state: 'BUYER_ANSWERS',
    due_at: fromNow(`${CLAIM_ANSWER_HOURS} hours`),
    left_cents: leftCents,
  } as const
  const offering = storing(orderId, answer).set(turn).where('state', '=', 'SELLER_ANSWERS')
  const [offered] = await run(tx, offering.returning('due_at as dueAt'))
  if (!offered?.dueAt) throw new Error(`The offer about order ${orderId} has no end`)
  return offered.dueAt
}

async function agree(tx: Transaction, platform: Platform, order: OrderStatus, caller: Caller): Promise<void> {
  const { id: orderId, productName, buyerId: userId } = order
  const { wish, wishCents, leftCents } = await tx.claim.findUniqueOrThrow({
    where: { orderId },
    select: { wish: true, wishCents: true, leftCents: true },
  })
  const about = { userId, orderId } as const
  if (wish === 'RETURN') {
    const until = inUtc(await beginReturn(tx, order))
    const message = `The seller takes ${productName} back. Meet by ${until}, give it to them and enter the code that they show you: then your money goes back.`
    return notifyUser(tx, { ...about, kind: 'claim-answered', message })
  }
  requireOutcome(caller, order, { act: 'answerClaim', to: wish === 'PART' ? 'PARTLY_REFUNDED' : 'REFUNDED' })
  const act = {
    actorId: caller.id,
    reason: 'The seller agrees to the buyer’s claim',
    ending: 'REFUNDED_BY_SELLER',
  } as const
  if (wish === 'MONEY_BACK') {
    const cents = await giveBackAll(tx, platform, order, { from: 'CLAIMED', ...act })
    const message = `The seller agrees: ${formatCents(cents)} for ${productName} goes back to your card.`
    return notifyUser(tx, { ...about, kind: 'refunded', message })
  }
  const left = await requireSameLeft(tx, orderId, {
    leftCents,
    since: `the buyer asked for ${formatCents(wishCents ?? 0)}`,
    instead: 'Offer a sum, or disagree, and an admin decides.',
  })
  const { refundCents, isAll } = await giveBackPart(tx, platform, order, { cents: wishCents ?? 0, left, ...act })
  const [kind, of] = isAll ? (['refunded', ''] as const) : (['refund-partial', ' of the payment'] as const)
  const message = `The seller agrees: ${formatCents(refundCents)}${of} for ${productName} goes back to your card.`
  return notifyUser(tx, { ...about, kind, message })
}

/** @returns what is left of the payment, of which the offer is a part */
async function requireMoneyFor(tx: Transaction, orderId: string, { offerCents }: Answer): Promise<number> {
  const { leftCents } = await readLeft(tx, orderId)
  const asked = await tx.claim.findUniqueOrThrow({ where: { orderId }, select: { wish: true, wishCents: true } })
  const problem = offerProblem(asked, offerCents ?? 0, leftCents)
  if (problem !== null) throw new DomainError('INVALID_INPUT', problem)
  return leftCents
}

async function notifyOffer(
  tx: Transaction,
  { id: orderId, buyerId, productName }: OrderStatus,
  { dueAt, ...answer }: Answer & { dueAt: Date },
): Promise<void> {
  await forgetReminders(tx, orderId)
  const [cents, until] = [answer.offerCents ?? 0, inUtc(dueAt)]
  const message = `The seller offers you ${formatCents(cents)} back for ${productName}, and you keep it. Answer by ${until}, or an admin decides.`
  const words = answer.text === '' ? {} : { words: { by: 'The seller', text: answer.text } }
  await notifyUser(tx, { userId: buyerId, kind: 'claim-answered', message, ...words, orderId })
}
