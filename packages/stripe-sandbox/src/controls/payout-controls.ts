import type { Context } from '../context.ts'
import { payoutFailures } from '../payouts/payout-failures.ts'
import { presentPayout } from '../payouts/present-payout.ts'
import { settlePayout } from '../payouts/settle-payout.ts'
import type { PayoutRecord } from '../state/connect-records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'

/** What at the real provider only banks do with payouts, whosever they are. */
export const payoutControls: Endpoint[] = [
  {
    method: 'POST',
    path: '/sandbox/payouts/:id/pay',
    run({ context, params, id }) {
      params.done()
      return { object: presentPayout(settlePayout(context, findAny(context, id), { to: 'paid' })) }
    },
  },
  {
    method: 'POST',
    path: '/sandbox/payouts/:id/fail',
    run({ context, params, id }) {
      const failureCode = params.oneOf('failure_code', Object.keys(payoutFailures)) ?? 'could_not_process'
      params.done()
      return { object: presentPayout(settlePayout(context, findAny(context, id), { to: 'failed', failureCode })) }
    },
  },
]

function findAny({ tx }: Context, id: string): PayoutRecord {
  const payout = tx.get('payouts', id)
  if (!payout) throw missing('payout', id)
  return payout
}
