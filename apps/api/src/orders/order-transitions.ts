import { HANDOVER_DAYS } from '@second-ring/contracts/orders/deadlines'
import type { EndingOf, EndState, NextOrderState } from '@second-ring/contracts/orders/deal.process'
import type { OrderState } from '@second-ring/contracts/orders/order'
import { query, run, type Transaction } from '@second-ring/database'
import { fromNow, now } from '#platform/database-clock.ts'
import { protectedFrom } from '#platform/suspended-buyer.ts'

type PaidTransition<From extends OrderState> =
  'PAID' extends NextOrderState<From>
    ? {
        to: 'PAID'
        /** What the buyer shows at the handover. */
        handoverCode: string
      }
    : never
type ReleaseTransition<From extends OrderState> = 'RELEASED' extends NextOrderState<From> ? { to: 'RELEASED' } : never
type ClaimTransition<From extends OrderState> = {
  [To in NextOrderState<From> & ('CLAIMED' | 'RETURNING')]: { to: To }
}[NextOrderState<From> & ('CLAIMED' | 'RETURNING')]
type PartTransition<From extends OrderState> =
  'PARTLY_REFUNDED' extends NextOrderState<From>
    ? {
        to: 'PARTLY_REFUNDED'
        /** How much of the payment goes back in all. */
        giveBackCents: number
      }
    : never
type EndTransition<From extends OrderState> = {
  [To in NextOrderState<From> & EndState]: {
    to: To
    ending: EndingOf<To>
    /** The reason that the one who ended it gave. */
    reason?: string | undefined
  }
}[NextOrderState<From> & EndState]

type OrderTransition<From extends OrderState> = { id: string; from: From } & (
  | PaidTransition<From>
  | ReleaseTransition<From>
  | ClaimTransition<From>
  | PartTransition<From>
  | EndTransition<From>
)

/**
 * Changes an order's state in one statement, by the database's clock, to what the deal's table allows. A paid order has {@link HANDOVER_DAYS} for its handover,
 * and the buyer of one that was handed over {@link protectedFrom} then to say that something is wrong.
 * @returns false when it was not in `from`
 */
export async function transitionOrder<From extends OrderState>(
  tx: Transaction,
  transition: OrderTransition<From>,
): Promise<boolean> {
  const { id, from, to } = transition
  const updating = query.updateTable('orders as o').set({ state: to, updated_at: now, ...changeOf(transition) })
  const updated = await run(tx, updating.where('o.id', '=', id).where('o.state', '=', from).returning('o.id'))
  return updated.length === 1
}

function changeOf<From extends OrderState>(transition: OrderTransition<From>) {
  if ('handoverCode' in transition) {
    const due = { paid_at: now, handover_due_at: fromNow(`${HANDOVER_DAYS} days`) }
    return { ending: null, ended_at: null, end_reason: null, handover_code: transition.handoverCode, ...due }
  }
  if ('giveBackCents' in transition)
    return { ...releasedFrom(transition.from), give_back_cents: transition.giveBackCents }
  if (!('ending' in transition)) return transition.to === 'RELEASED' ? releasedFrom(transition.from) : {}
  const end = { ending: transition.ending, ended_at: now, end_reason: transition.reason ?? null }
  return transition.to === 'HANDED_OVER' ? { ...end, protected_until: protectedFrom(now) } : end
}

/** A bank that decides once more undoes the end that it had made. */
function releasedFrom(from: OrderState) {
  const endUndone = { ending: 'HANDED_OVER', end_reason: null } as const
  return from === 'REFUNDED' ? { released_at: now, ...endUndone } : { released_at: now }
}
