import { HANDOVER_DAYS, PROTECTION_HOURS } from '@second-ring/contracts/orders/hand-over'
import type { OrderEnding, OrderState } from '@second-ring/contracts/orders/order'
import { query, run, type Transaction } from '@second-ring/database'
import { fromNow, now } from '#platform/database-clock.ts'
import type { NextState, TransitionTable } from '#platform/transition-table.ts'

/** PLACED holds the phone; PAID sells it, also when the hold has run out and it is still free; HANDED_OVER hands it over; RELEASED gives the seller its money. */
export const orderTransitions = {
  PLACED: ['PAID', 'CANCELLED', 'EXPIRED'],
  PAID: ['HANDED_OVER', 'REFUNDED'],
  HANDED_OVER: ['RELEASED'],
  RELEASED: [],
  CANCELLED: [],
  EXPIRED: ['PAID'],
  REFUNDED: [],
} as const satisfies TransitionTable<OrderState>

/** The endings of each state that ends an order. */
export const endingsOf = {
  HANDED_OVER: ['HANDED_OVER'],
  CANCELLED: ['CANCELLED_BY_BUYER', 'RELEASED', 'SIDE_REMOVED'],
  EXPIRED: ['EXPIRED'],
  REFUNDED: [
    'REFUNDED_BY_SELLER',
    'REFUNDED_BY_ADMIN',
    'REFUNDED_AT_PROVIDER',
    'SIDE_REMOVED',
    'HANDOVER_MISSED',
    'DISPUTE_LOST',
  ],
} as const satisfies Partial<Record<OrderState, readonly OrderEnding[]>>

type EndState = keyof typeof endingsOf
/** How an order may end in a state. */
export type EndingOf<To extends EndState> = (typeof endingsOf)[To][number]

type PaidTransition<From extends OrderState> =
  'PAID' extends NextState<typeof orderTransitions, From>
    ? {
        to: 'PAID'
        /** What the buyer shows at the handover. */
        handoverCode: string
      }
    : never
type ReleaseTransition<From extends OrderState> =
  'RELEASED' extends NextState<typeof orderTransitions, From> ? { to: 'RELEASED' } : never
type EndTransition<From extends OrderState> = {
  [To in NextState<typeof orderTransitions, From> & EndState]: {
    to: To
    ending: EndingOf<To>
    /** The reason that the one who ended it gave. */
    reason?: string | undefined
  }
}[NextState<typeof orderTransitions, From> & EndState]

type OrderTransition<From extends OrderState> = { id: string; from: From } & (
  | PaidTransition<From>
  | ReleaseTransition<From>
  | EndTransition<From>
)

/**
 * Changes an order's state in one statement, by the database's clock. A paid order has {@link HANDOVER_DAYS} for its handover,
 * and the buyer of one that was handed over {@link PROTECTION_HOURS} to say that something is wrong.
 * @returns false when it was not in `from`
 */
export async function transitionOrder<From extends OrderState>(
  tx: Transaction,
  transition: OrderTransition<From>,
): Promise<boolean> {
  const { id, from, to } = transition
  const updating = query.updateTable('orders').set({ state: to, updated_at: now, ...changeOf(transition) })
  const updated = await run(tx, updating.where('id', '=', id).where('state', '=', from).returning('id'))
  return updated.length === 1
}

function changeOf<From extends OrderState>(transition: OrderTransition<From>) {
  if ('handoverCode' in transition) {
    const due = { paid_at: now, handover_due_at: fromNow(`${HANDOVER_DAYS} days`) }
    return { ending: null, ended_at: null, end_reason: null, handover_code: transition.handoverCode, ...due }
  }
  if (!('ending' in transition)) return { released_at: now }
  const end = { ending: transition.ending, ended_at: now, end_reason: transition.reason ?? null }
  return transition.to === 'HANDED_OVER' ? { ...end, protected_until: fromNow(`${PROTECTION_HOURS} hours`) } : end
}
