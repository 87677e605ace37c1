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

type PaidMove<From extends OrderState> =
  'PAID' extends NextState<typeof orderTransitions, From>
    ? {
        to: 'PAID'
        /** What the buyer shows at the handover. */
        handoverCode: string
      }
    : never
type EndMove<From extends OrderState> = {
  [To in NextState<typeof orderTransitions, From> & EndState]: {
    to: To
    ending: EndingOf<To>
    /** Why, in the words of whoever ended it. */
    reason?: string | undefined
  }
}[NextState<typeof orderTransitions, From> & EndState]

type OrderMove<From extends OrderState> = { id: string; from: From } & (PaidMove<From> | EndMove<From>)

/**
 * Moves an order in one statement; its times are the database's. A paid one has {@link HANDOVER_DAYS} for its handover.
 * @returns false when it was not in `from`
 */
export async function transitionOrder<From extends OrderState>(
  tx: Transaction,
  move: OrderMove<From>,
): Promise<boolean> {
  const { id, from, to } = move
  const change =
    'ending' in move
      ? { ending: move.ending, ended_at: now, end_reason: move.reason ?? null }
      : {
          ...{ ending: null, ended_at: null, end_reason: null },
          ...{ handover_code: move.handoverCode, paid_at: now, handover_due_at: fromNow(`${HANDOVER_DAYS} days`) },
        }
  const moving = query.updateTable('orders').set({ state: to, updated_at: now, ...change })
  const moved = await run(tx, moving.where('id', '=', id).where('state', '=', from).returning('id'))
  return moved.length === 1
}
