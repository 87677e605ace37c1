import { DomainError } from '@second-ring/contracts/errors'
import { formatCents } from '@second-ring/contracts/money'
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

/** What is left of the payment of an order. */
export type Left = Awaited<ReturnType<typeof readLeft>>

/**
 * What has gone back of the payment of a paid order, or is promised to, and what is left of it, in cents. Under the lock of the order
 * it stays so until the transaction's end: whatever moves the money of its payment locks the order first (`payments/lock-payment.ts`).
 */
export async function readLeft(tx: Transaction, orderId: string) {
  const [payment] = await find(tx, { orderId })
  if (!payment) throw new Error(`Order ${orderId} has no payment`)
  return payment
}

interface Seen {
  /** What was left when the sums were shown, in cents. */
  leftCents: number
  /** Since what, such as `you read the case`. */
  since: string
  /** What can be done instead. */
  instead: string
}

/**
 * Makes sure that sums which somebody was shown are still true: as much is left of the payment of a locked order as was then.
 * @returns what is left of it
 * @throws DomainError CONFLICT
 */
export async function requireSameLeft(
  tx: Transaction,
  orderId: string,
  { leftCents, since, instead }: Seen,
): Promise<Left> {
  const left = await readLeft(tx, orderId)
  if (left.leftCents === leftCents) return left
  const isNow = `it is ${formatCents(left.leftCents)} now`
  throw new DomainError('CONFLICT', `What is left of the payment has changed since ${since}: ${isNow}. ${instead}`)
}
