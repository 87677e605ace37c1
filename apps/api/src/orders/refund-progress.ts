import type { RefundProgress } from '@second-ring/contracts/orders/order'
import { BANK_GAVE_BACK, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'

const { case: choose, exists, fn, selectFrom, val } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** What became of the last refund of an order `o` that was sent or is to be; one that is tried again by itself has failed. */
const lastRefund = selectFrom('payments as p')
  .innerJoin('refunds as r', 'r.payment_id', 'p.id')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.state', '=', 'SUCCEEDED')
  .where(({ eb, or }) =>
    or([
      eb('r.state', '<>', 'FAILED'),
      eb('r.provider_id', 'is not', null),
      eb('r.failure_reason', 'not in', [SUPERSEDED, BANK_GAVE_BACK]),
    ]),
  )
  .orderBy('r.id', 'desc')
  .limit(1)
  .select(({ and, eb, exists, or, selectFrom }) => {
    const failedBefore = selectFrom('refunds as f')
      .whereRef('f.payment_id', '=', 'p.id')
      .where('f.state', '=', 'FAILED')
      .whereRef('f.id', '<', 'r.id')
    const isTriedAgain = and([
      eb('r.state', '=', 'REQUESTED'),
      eb('r.requested_by_id', 'is', null),
      exists(failedBefore),
    ])
    return eb
      .case()
      .when(or([eb('r.state', '=', 'FAILED'), isTriedAgain]))
      .then('failed' satisfies RefundProgress)
      .when('r.state', 'in', ['REQUESTED', 'PENDING'])
      .then('underway' satisfies RefundProgress)
      .else('done' satisfies RefundProgress)
      .end()
      .as('progress')
  })

/** Where the money of an order `o` is that was refunded, all or a part of it; null of any other. */
export const refundProgress = choose()
  .when('o.state', 'in', ['REFUNDED', 'PARTLY_REFUNDED'])
  .then(fn.coalesce(lastRefund.$asScalar(), val('done' satisfies RefundProgress)))
  .end()
  .$castTo<RefundProgress | null>()

/** Whether some of the money of an order `o` is on its way back. */
export const isRefundUnderWay = exists(
  selectFrom('payments as p')
    .innerJoin('refunds as r', 'r.payment_id', 'p.id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('r.state', 'in', ['REQUESTED', 'PENDING'])
    .select('r.id'),
).$castTo<boolean>()
