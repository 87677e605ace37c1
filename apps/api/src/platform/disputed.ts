import { holdingDisputeStates, openDisputeStates } from '@second-ring/contracts/payments/dispute'
import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'

/** The disputes of an order `o` in some states. */
export function disputesOfOrder(states: readonly (typeof openDisputeStates)[number][]) {
  return expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
    .selectFrom('payments as p')
    .innerJoin('disputes as d', 'd.payment_id', 'p.id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('d.state', 'in', states)
    .select('d.id')
}

/** Whether the bank disputes the payment of an order `o`. */
export const isDisputed = expressionBuilder<Tables>().exists(disputesOfOrder(openDisputeStates)).$castTo<boolean>()

/** Whether the bank holds the money of an order `o`, so that none of it can go back. */
export const isMoneyHeld = expressionBuilder<Tables>().exists(disputesOfOrder(holdingDisputeStates)).$castTo<boolean>()
