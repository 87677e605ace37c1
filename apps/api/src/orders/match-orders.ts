import { Id } from '@second-ring/contracts/ids'
import type { Tables } from '@second-ring/database'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike, hasTrigram } from '#platform/substring-search.ts'

/** How many of the newest orders a search covers that cannot use the indexes. */
const NEWEST = 1000

const { and, eb, or, selectFrom } = expressionBuilder<
  Tables & { o: Tables['orders']; b: Tables['users']; s: Tables['users'] },
  'o' | 'b' | 's'
>()

/**
 * Whether an order `o` with its buyer `b` and its seller `s` is what an admin searches for: by the whole id of the order
 * or of its listing, or by a part of the product's name, or of a side's name or email.
 */
export function matchesOrder(search: string): Expression<SqlBool> {
  if (Id.safeParse(search).success) return or([eb('o.id', '=', search), eb('o.listing_id', '=', search)])
  const part = `%${escapeLike(search)}%`
  return hasTrigram(search) ? eb('o.id', 'in', foundByIndex(part)) : and([amongNewest, holds(part)])
}

/** Each part is found by an index of its own, which one condition over the joined tables could not use. */
function foundByIndex(part: string) {
  const users = () =>
    selectFrom('users as u').where(({ eb, or }) => or([eb('u.name', 'ilike', part), eb('u.email', 'ilike', part)]))
  const ofBuyers = selectFrom('orders as ob').where('ob.buyer_id', 'in', users().select('u.id'))
  const ofSellers = selectFrom('orders as os')
    .innerJoin('listings as ls', 'ls.id', 'os.listing_id')
    .where('ls.seller_id', 'in', users().select('u.id'))
  return selectFrom('orders as op')
    .where('op.product_name', 'ilike', part)
    .select('op.id')
    .union(ofBuyers.select('ob.id'))
    .union(ofSellers.select('os.id'))
}

function holds(part: string): Expression<SqlBool> {
  const texts = ['o.product_name', 'b.name', 'b.email', 's.name', 's.email'] as const
  return or(texts.map(text => eb(text, 'ilike', part)))
}

const oldestOfNewest = selectFrom('orders as n')
  .select('n.placed_at')
  .orderBy('n.placed_at', 'desc')
  .orderBy('n.id', 'desc')
  .offset(NEWEST - 1)
  .limit(1)

const amongNewest = sql<boolean>`o.placed_at >= coalesce(${oldestOfNewest}, '-infinity')`
