import type { AcceptOfferInput, AskAdminInput } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { formatCents } from '@second-ring/contracts/money'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { openCase } from '#orders/open-case.ts'
import { requireAction, requireOutcome } from '#orders/order-rules.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { requireSameLeft } from './read-left.ts'
import { describeDivision, giveBackPart } from './settle-claim.ts'

/**
 * The buyer takes what the seller offers: it goes back to their card, and the rest is the seller's.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (no claim is open), CONFLICT (nothing is offered, another amount, too late, the
 * bank holds the money, or what is left of it is not what it was)
 */
export async function acceptOffer(
  platform: Platform,
  caller: Caller,
  { orderId, offerCents }: AcceptOfferInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.claim')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'answerOffer')
      requireOutcome(caller, order, { act: 'answerOffer', to: 'PARTLY_REFUNDED' })
      const select = { offerCents: true, leftCents: true } as const
      const claim = await tx.claim.findUniqueOrThrow({ where: { orderId }, select })
      if (claim.offerCents !== offerCents) throw new DomainError('CONFLICT', 'The seller offers another amount.')
      const left = await requireSameLeft(tx, orderId, {
        leftCents: claim.leftCents,
        since: `the seller offered ${formatCents(offerCents)}`,
        instead: 'Ask an admin to decide.',
      })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.accept-offer', subject })
      const act = {
        actorId: caller.id,
        reason: 'The buyer takes the seller’s offer',
        ending: 'REFUNDED_BY_SELLER',
      } as const
      const settled = await giveBackPart(tx, platform, order, { cents: offerCents, left, ...act })
      const outcome = describeDivision(settled, { to: 'them', whose: 'yours' })
      const message = `The buyer takes your offer for ${order.productName}: ${outcome}`
      await notifyUser(tx, { userId: order.sellerId, kind: 'claim-closed', message, orderId })
      return { orderId }
    }),
  )
}

/**
 * The buyer does not take what the seller offers: an admin decides.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (no claim is open), CONFLICT (nothing is offered, or too late)
 */
export async function askAdmin(
  { database }: Platform,
  caller: Caller,
  { orderId }: AskAdminInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.claim')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'answerOffer')
      const reason = 'The buyer does not take the seller’s offer'
      await openCase(tx, order, { from: 'BUYER_ANSWERS', actorId: caller.id, reason })
      return { orderId }
    }),
  )
}
