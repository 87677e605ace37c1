import { holdingDisputeStates, openDisputeStates } from '@second-ring/contracts/payments/dispute'
import type { Prisma, Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
import { fromNow, now, type Time } from '#platform/database-clock.ts'

/** Which disputes the bank has not decided: until it has, no phone is handed over. */
export const openDispute = {
  state: { in: [...openDisputeStates] },
} satisfies Prisma.DisputeWhereInput

/** Which disputes hold the money, so that none of it can go back. During an inquiry it can: that ends the inquiry. */
export const holdsMoney = {
  state: { in: [...holdingDisputeStates] },
} satisfies Prisma.DisputeWhereInput

type DisputeFilter = typeof openDispute | typeof holdsMoney

/** Those of a payment `p`. */
export function disputesOfPayment({ state }: DisputeFilter) {
  return expressionBuilder<Tables & { p: Tables['payments'] }, 'p'>()
    .selectFrom('disputes as d')
    .whereRef('d.payment_id', '=', 'p.id')
    .where('d.state', 'in', state.in)
    .select('d.id')
}

/** Whether a bank waits for an answer about the payment of an order `o` that is due within a time. */
export function isUnanswered(time: Time) {
  const { exists, not, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
  const unanswered = selectFrom('payments as p')
    .innerJoin('disputes as d', 'd.payment_id', 'p.id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('d.state', 'in', ['INQUIRY', 'NEEDS_RESPONSE'])
    .where('d.due_at', '>', now)
    .where('d.due_at', '<=', fromNow(time))
    .where(({ selectFrom }) => {
      const answers = selectFrom('dispute_answers as a').whereRef('a.dispute_id', '=', 'd.id')
      return not(exists(answers.whereRef('a.stage', '=', 'd.state').where('a.state', '<>', 'REJECTED').select('a.id')))
    })
  return exists(unanswered.select('d.id')).$castTo<boolean>()
}
