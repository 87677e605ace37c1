import { HANDOVER_DAYS } from '@second-ring/contracts/orders/hand-over'
import type { OrderEnding, OrderState } from '@second-ring/contracts/orders/order'
import { query, run, type Transaction } from '@second-ring/database'
import { fromNow, now } from '#platform/database-clock.ts'
import type { NextState, TransitionTable } from '#platform/transition-table.ts'

/** PLACED holds the phone; PAID sells it, also when the hold has run out and it is still free; COMPLETED hands it over. */
export const orderTransitions = {
  PLACED: ['PAID', 'CANCELLED', 'EXPIRED'],
  PAID: ['COMPLETED', 'REFUNDED'],
  COMPLETED: [],
  CANCELLED: [],
  EXPIRED: ['PAID'],
  REFUNDED: [],
} as const satisfies TransitionTable<OrderState>

/** The endings of each state that ends an order. */
export const endingsOf = {
  COMPLETED: ['HANDED_OVER'],
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
  | EndTransition<From>
)

/**
 * Changes an order's state in one statement, by the database's clock. A paid order has {@link HANDOVER_DAYS} for its handover.
 * @returns false when it was not in `from`
 */
export async function transitionOrder<From extends OrderState>(
  tx: Transaction,
  transition: OrderTransition<From>,
): Promise<boolean> {
  const { id, from, to } = transition
  const change =
    'ending' in transition
      ? { ending: transition.ending, ended_at: now, end_reason: transition.reason ?? null }
      : {
          ...{ ending: null, ended_at: null, end_reason: null },
          ...{
            handover_code: transition.handoverCode,
            paid_at: now,
            handover_due_at: fromNow(`${HANDOVER_DAYS} days`),
          },
        }
  const updating = query.updateTable('orders').set({ state: to, updated_at: now, ...change })
  const updated = await run(tx, updating.where('id', '=', id).where('state', '=', from).returning('id'))
  return updated.length === 1
}
