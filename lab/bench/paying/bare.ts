import type pg from 'pg'
import { FEE_CENTS } from './known-intents.ts'

// The rows that a booking and a payment write, and nothing that is read to decide about them.
const RESERVE = `UPDATE listings SET state = 'RESERVED', updated_at = now() WHERE id = $1 AND state = 'AVAILABLE'
  RETURNING product_name, images[1] AS image, resale_price_cents, seller_id`
const ORDER = `INSERT INTO orders
  (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, reserved_until)
  VALUES ($1, $2, $3, $4, $5, 'Café', '0123456789', now() + interval '48 hours') RETURNING id`
const AUDIT = `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id) VALUES ($1, $2, 'order', $3)`
const NOTICE = `INSERT INTO notices (user_id, kind, message, listing_id) VALUES ($1, $2, $3, $4)`
const PAYMENT = `INSERT INTO payments (order_id, buyer_id, intent_id, amount_cents, state, received_at, available_at)
  VALUES ($1, $2, $3, $4, 'SUCCEEDED', now(), now()) RETURNING id`
const PAID = `UPDATE orders SET state = 'PAID', paid_at = now(), handover_due_at = now() + interval '14 days',
  handover_code = '123456', updated_at = now() WHERE id = $1`
const SOLD = `UPDATE listings SET state = 'SOLD', updated_at = now() WHERE id = $1`
const POSTING = `WITH made AS (INSERT INTO ledger_transactions (act, idempotency_key, payment_id, order_id)
    VALUES ($1::ledger_act, $2, $3, $4) RETURNING id)
  INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
  SELECT made.id, a.id, CASE a.kind WHEN $5::ledger_account_kind THEN $7::bigint ELSE -$7::bigint END
  FROM made, ledger_accounts a WHERE a.kind IN ($5::ledger_account_kind, $6::ledger_account_kind) AND a.owner_id IS NULL`

export interface Booked {
  orderId: string
  listingId: string
  buyerId: string
  sellerId: string
  cents: number
}

type Send = (name: string, text: string, values: unknown[]) => Promise<pg.QueryResult>

async function inTransaction<Result>(pool: pg.Pool, work: (send: Send) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work((name, text, values) => client.query({ name, text, values }))
    await client.query('COMMIT')
    return result
  } finally {
    client.release()
  }
}

export function bookBare(
  pool: pg.Pool,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<Booked> {
  return inTransaction(pool, async send => {
    const [phone] = (await send('reserve', RESERVE, [listingId])).rows
    const { product_name: name, image, resale_price_cents: cents, seller_id: sellerId } = phone
    const [{ id: orderId }] = (await send('order', ORDER, [listingId, buyerId, name, image, cents])).rows
    await send('audit', AUDIT, [buyerId, 'order.place', orderId])
    await send('notice', NOTICE, [sellerId, 'booked', `${name} is booked.`, listingId])
    return { orderId, listingId, buyerId, sellerId, cents }
  })
}

export function payBare(pool: pg.Pool, { orderId, listingId, buyerId, sellerId, cents }: Booked): Promise<void> {
  return inTransaction(pool, async send => {
    const [{ id }] = (await send('payment', PAYMENT, [orderId, buyerId, `pi_${orderId}`, cents])).rows
    const post = (act: string, key: string, [debit, credit, amount]: [string, string, number]) =>
      send('posting', POSTING, [act, `${key}:${id}`, id, orderId, debit, credit, amount])
    await post('CHARGED', 'charge', ['PROVIDER_BALANCE', 'UNASSIGNED', cents])
    await send('paid', PAID, [orderId])
    await send('sold', SOLD, [listingId])
    await post('ORDER_PAID', 'paid', ['UNASSIGNED', 'HELD', cents])
    await post('PROVIDER_FEE', 'fee', ['PROVIDER_FEES', 'PROVIDER_BALANCE', FEE_CENTS])
    await send('audit', AUDIT, [null, 'order.pay', orderId])
    await send('notice', NOTICE, [sellerId, 'paid', 'It is paid. Meet the buyer.', listingId])
  })
}
