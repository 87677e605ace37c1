import { type OpenClaimInput, partProblem, wholeInstead } from '@second-ring/contracts/claims/claim'
import { claimReasonLabels, describeWish } from '@second-ring/contracts/claims/claim-words'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { CLAIM_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import { query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactorFor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockOrder, lockSides } from '#orders/lock-order.ts'
import { openCase } from '#orders/open-case.ts'
import { requireAction } from '#orders/order-rules.ts'
import { transitionOrder } from '#orders/order-transitions.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { claimUploads } from '#platform/uploads.ts'
import { findAbsence } from './find-absence.ts'
import { readLeft } from './read-left.ts'

/**
 * The buyer of a phone that was handed over says that something is wrong with it, within their time for that: the money is held
 * until the claim is settled, and the seller has {@link CLAIM_ANSWER_HOURS} to answer. Where their account is suspended, gone or about
 * to be, the claim is an admin's at once. One claim an order. For a buyer who is suspended an admin says so, and decides about it.
 * @returns until when the seller can answer, or the admin decides
 * @throws DomainError NOT_FOUND (no such order of the caller's), FACTOR_REQUIRED (an admin for the buyer), ORDER_NOT_OPEN (not handed over, done, or too late), CONFLICT
 * (claimed before, or nothing is left to give back), INVALID_INPUT (a part that is not less than what is left, a picture that the
 * caller has not uploaded), LIMIT_REACHED, TOO_MANY_REQUESTS
 */
export async function openClaim(
  platform: Platform,
  caller: Caller,
  { orderId, images, ...claim }: OpenClaimInput,
): Promise<{ orderId: string; dueAt: string }> {
  authorize(caller, 'order.claim')
  const { database, imageHost, accountLimits, rateLimits } = platform
  await rateLimits.countAccount('arrange', caller.id)
  const references = images.map(url => imageHost.referenceOf(url))
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // Before the order, as users come first. The seller cannot be suspended meanwhile, nor leave.
      await lockSides(tx, orderId)
      await claimUploads(tx, { imageHost, accountLimits }, { userId: caller.id, references })
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'openClaim')
      await requireFreshFactorFor(tx, platform, { caller, order })
      const leftCents = await requireMoneyFor(tx, { orderId, wishCents: claim.wishCents })
      if (!(await transitionOrder(tx, { id: orderId, from: 'HANDED_OVER', to: 'CLAIMED' }))) {
        throw new Error(`Order ${orderId} was not handed over`)
      }
      const dueAt = await insertClaim(tx, { orderId, images: references, leftCents, ...claim })
      const [what, wish] = [claimReasonLabels[claim.reason], describeWish(claim.wish, claim.wishCents)]
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.open-claim', subject, reason: `${what}: ${wish}` })
      const absence = await findAbsence(tx, order)
      if (absence !== null) {
        const caseDueAt = await openCase(tx, order, { from: 'SELLER_ANSWERS', actorId: null, reason: absence })
        return { orderId, dueAt: (caseDueAt ?? dueAt).toISOString() }
      }
      const message = `The buyer of ${order.productName} reports a problem: ${lowered(what)}. They want: ${wish}. Answer by ${inUtc(dueAt)}, or an admin decides.`
      const words = { by: 'The buyer', text: claim.text }
      await notifyUser(tx, { userId: order.sellerId, kind: 'claim-opened', message, words, orderId })
      return { orderId, dueAt: dueAt.toISOString() }
    }),
  )
}

/** @returns what is left of the payment, in cents */
async function requireMoneyFor(
  tx: Transaction,
  { orderId, wishCents }: { orderId: string; wishCents: number | null },
): Promise<number> {
  const { leftCents } = await readLeft(tx, orderId)
  if (leftCents === 0) throw new DomainError('CONFLICT', 'All of the payment has gone back to you already.')
  const problem = wishCents === null ? null : partProblem(wishCents, leftCents, wholeInstead.wish)
  if (problem !== null) throw new DomainError('INVALID_INPUT', problem)
  return leftCents
}

type ClaimRow = OpenClaimInput & { leftCents: number }

async function insertClaim(tx: Transaction, { orderId, wishCents, leftCents, ...claim }: ClaimRow): Promise<Date> {
  const due = { due_at: fromNow(`${CLAIM_ANSWER_HOURS} hours`) }
  const cents = { wish_cents: wishCents, left_cents: leftCents }
  const inserting = query.insertInto('claims').values({ order_id: orderId, ...cents, ...claim, ...due })
  const [made] = await run(tx, inserting.returning('due_at as dueAt'))
  if (!made?.dueAt) throw new Error(`The claim about order ${orderId} has no end`)
  return made.dueAt
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
