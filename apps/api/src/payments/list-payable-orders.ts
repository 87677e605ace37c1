import { type Database, query, run, type Transaction } from '@second-ring/database'

interface Charge {
  buyerId: string
  amountCents: number
}

/**
 * The orders that a charge by its price may pay: unpaid ones first, then those whose time ran out while their phone is
 * still free at its price; oldest first.
 * @returns their ids
 */
export async function listPayableOrders(
  database: Database | Transaction,
  { buyerId, amountCents }: Charge,
): Promise<string[]> {
  const payable = query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('o.buyer_id', '=', buyerId)
    .where('o.price_cents', '=', amountCents)
    .where(({ and, eb, or }) => {
      const isFree = eb('l.state', '=', 'AVAILABLE').and('l.resale_price_cents', '=', eb.ref('o.price_cents'))
      return or([eb('o.state', '=', 'PLACED'), and([eb('o.state', '=', 'EXPIRED'), isFree])])
    })
    .select('o.id')
    .orderBy('o.state')
    .orderBy('o.placed_at')
    .orderBy('o.id')
  return (await run(database, payable)).map(row => row.id)
}
