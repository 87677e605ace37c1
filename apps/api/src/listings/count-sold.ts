import { SOLD_COUNTED_MAX } from '@second-ring/contracts/limits'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { isTrusted } from '#identity/trusted-user.ts'

/**
 * To how many trusted buyers a seller has sold, up to a limit; each counts once. Cheap deals are not in `sold_phones`.
 * @param sellerId the column of the seller's id
 */
export function countSold(sellerId: 'l.seller_id' | 'u.id') {
  const buyers = query
    .selectFrom('sold_phones as s')
    .where('s.seller_id', '=', sql.ref<string>(sellerId))
    .where(isTrusted('s.buyer_id'))
    .select('s.buyer_id')
    .distinct()
    .limit(SOLD_COUNTED_MAX)
  return query.selectFrom(buyers.as('sold')).select(sql<number>`count(*)::int`.as('count'))
}
