import { isPaid, isReleased } from '@second-ring/contracts/orders/order'
import { type OrderState, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import type { Amounts } from './amounts.ts'
import type { Asset, Charge, Whose } from './postings.ts'

/** Payments of the demo market, which no provider has seen. */
export const DEMO_INTENTS = 'pi\\_demo\\_%'

/** A payment as the ledger needs it, and where its money is. */
export interface PaymentPosition extends Charge {
  paymentId: string
  orderId: string | null
  /** Null without an order. */
  orderState: OrderState | null
  /** Whose phone it paid; null without an order. */
  sellerId: string | null
}

const find = prepare((parameter: Parameters<{ paymentId: string }>) =>
  query
    .selectFrom('payments as p')
    .leftJoin('orders as o', 'o.id', 'p.order_id')
    .leftJoin('listings as l', 'l.id', 'o.listing_id')
    .where('p.id', '=', parameter('paymentId'))
    .select(({ selectFrom }) => {
      const amounts = selectFrom('ledger_transactions as t')
        .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereRef('t.payment_id', '=', 'p.id')
        .groupBy('a.kind')
        .select(['a.kind', sql<number>`sum(e.amount_cents)::int`.as('cents')])
      const position = selectFrom(amounts.as('amounts')).select(
        sql<Amounts>`coalesce(jsonb_object_agg(kind, cents), '{}')`.as('position'),
      )
      return [
        'p.id as paymentId',
        'o.id as orderId',
        'o.state as orderState',
        'l.seller_id as sellerId',
        'p.amount_cents as amountCents',
        sql<number>`coalesce(o.fee_cents, 0)`.as('feeCents'),
        sql<number>`coalesce(o.fee_tax_basis_points, 0)`.as('feeTaxBasisPoints'),
        sql<number>`coalesce(o.give_back_cents, 0)`.as('giveBackCents'),
        sql<Asset>`CASE WHEN p.intent_id LIKE ${sql.lit(DEMO_INTENTS)} THEN 'OUTSIDE' ELSE 'PROVIDER_BALANCE' END`.as(
          'asset',
        ),
        position.$asScalar().$notNull().as('position'),
      ]
    }),
)

/** Reads where the money of a payment is; its lock, or that of its order, serializes what moves it. */
export async function readPaymentPosition(tx: Transaction, paymentId: string): Promise<PaymentPosition> {
  const [payment] = await find(tx, { paymentId })
  if (!payment) throw new Error(`There is no payment ${paymentId}`)
  return payment
}

/** What a posting about a payment names, to find it by. */
export function aboutPayment({ paymentId, orderId, sellerId }: PaymentPosition) {
  return { paymentId, orderId, sellerId }
}

/** Whose the money of a payment is that comes back. */
export function whoseIs({ orderState }: PaymentPosition): Whose {
  if (orderState !== null && isReleased(orderState)) return 'SHARES'
  return orderState !== null && isPaid(orderState) ? 'HELD' : 'BUYER_REFUNDS'
}
