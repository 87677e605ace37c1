import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'

const { and, eb, exists, not, or, selectFrom } = expressionBuilder<Tables & { p: Tables['payments'] }, 'p'>()

/** Whether nothing of a payment `p` went back, and no bank holds it or took it. */
export const isUntouchedPayment = and([
  not(exists(selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id'))),
  not(exists(selectFrom('disputes as d').whereRef('d.payment_id', '=', 'p.id').where('d.state', '<>', 'WON'))),
])

/** Whether a payment `p` is a charge that may still pay an order: it pays none yet, and is untouched. */
export const isUnassignedCharge = and([
  eb('p.order_id', 'is', null),
  eb('p.state', '=', 'SUCCEEDED'),
  isUntouchedPayment,
])

/** Whether a payment `p` has no order for good: none at all, or one that was found by its price before it was charged. */
export const isOpenToOrders = or([
  eb('p.order_id', 'is', null),
  and([eb('p.found_by_price', '=', true), eb('p.state', '=', 'PENDING')]),
])
