import { type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { lostCents, promisedCents } from '#payments/owed.ts'

const find = prepare((parameter: Parameters<{ orderId: string }>) =>
  query
    .selectFrom('payments as p')
    .where('p.order_id', '=', parameter('orderId'))
    .where('p.state', 'in', ['SUCCEEDED', 'REFUNDED'])
    .select(['p.id as paymentId', sql<number>`${promisedCents} + ${lostCents}`.as('goneCents')])
    .select(sql<number>`greatest(0, p.amount_cents - ${promisedCents} - ${lostCents})`.as('leftCents'))
    .orderBy('p.id', 'desc')
    .limit(1),
)

/** What has gone back of the payment of a paid order, or is promised to, and what is left of it, in cents. */
export async function readLeft(tx: Transaction, orderId: string) {
  const [payment] = await find(tx, { orderId })
  if (!payment) throw new Error(`Order ${orderId} has no payment`)
  return payment
}
