import type { Transaction } from '@second-ring/database'

interface Charge {
  buyerId: string
  amountCents: number
}

/**
 * The orders that a charge by its price may pay: unpaid ones first, then those whose time ran out while their phone is
 * still free at its price; oldest first.
 * @returns their ids
 */
export async function fittingOrders(
  database: Pick<Transaction, '$queryRaw'>,
  { buyerId, amountCents }: Charge,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT o.id::text FROM orders o JOIN listings l ON l.id = o.listing_id
    WHERE o.buyer_id = ${buyerId}::uuid AND o.price_cents = ${amountCents}
      AND (o.state = 'PLACED'
        OR (o.state = 'EXPIRED' AND l.state = 'AVAILABLE' AND l.resale_price_cents = o.price_cents))
    ORDER BY o.state, o.placed_at, o.id`
  return rows.map(row => row.id)
}
