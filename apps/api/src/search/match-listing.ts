import { type AttributeName, attributeNames } from '@second-ring/contracts/listings/attributes'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { selectAttributes } from '#listings/listing-rows.ts'
import type { Platform } from '#platform/platform.ts'
import { notifyOfMatches } from './notify-of-matches.ts'

function isInRange(name: AttributeName) {
  const bound = (end: 'min' | 'max') =>
    sql`coalesce((saved.attributes -> ${sql.lit(name)} ->> ${sql.lit(end)})::int, listing.${sql.ref(name)})`
  return sql<boolean>`(saved.attributes -> ${sql.lit(name)} IS NULL
    OR coalesce(listing.${sql.ref(name)} BETWEEN ${bound('min')} AND ${bound('max')}, false))`
}

const recordMatches = prepare((parameter: Parameters<{ listingId: string }>) =>
  query
    .with(
      cte => cte('listing').materialized(),
      db =>
        db
          .selectFrom('listing_search as s')
          .innerJoin('listings as l', 'l.id', 's.listing_id')
          .innerJoin('users as u', 'u.id', 's.seller_id')
          .where('s.listing_id', '=', parameter('listingId'))
          .selectAll('s')
          .select(selectAttributes(attributeNames))
          .select(['l.product_name', sql<boolean>`u.verified_at IS NOT NULL`.as('is_verified')]),
    )
    .with(
      cte => cte('words').materialized(),
      db => db.selectFrom('listing').select(sql<string>`ltrim(unnest(tsvector_to_array(search)), '~')`.as('word')),
    )
    // What a search's rarest term may be: nothing, a word, or a word's beginning.
    .with(
      cte => cte('terms').materialized(),
      db =>
        db
          .selectNoFrom(sql<string>`''`.as('term'))
          .union(db.selectFrom('words').select('word as term'))
          .union(
            db.selectFrom('words').select(sql<string>`left(word, generate_series(3, length(word))) || '*'`.as('term')),
          ),
    )
    .insertInto('saved_search_matches')
    .columns(['user_id', 'listing_id', 'saved_search_id'])
    .expression(db =>
      db
        .selectFrom('listing')
        .innerJoin('terms', join => join.onTrue())
        .innerJoinLateral(
          lateral =>
            lateral
              .selectFrom('saved_searches as s')
              .selectAll()
              .whereRef('s.anchor', '=', 'terms.term')
              .where(sql<boolean>`(s.category_id = listing.category_id OR s.category_id IS NULL)`)
              .offset(0)
              .as('saved'),
          join => join.onTrue(),
        )
        .innerJoin('users as owner', 'owner.id', 'saved.user_id')
        .where('saved.muted_at', 'is', null)
        .where('owner.deleted_at', 'is', null)
        .where('owner.deletes_at', 'is', null)
        .where('owner.suspended_at', 'is', null)
        .whereRef('saved.user_id', '<>', 'listing.seller_id')
        .where(sql<boolean>`(saved.query IS NULL OR listing.search @@ saved.query)`)
        .where(sql<boolean>`(saved.conditions = '{}' OR listing.condition = ANY(saved.conditions))`)
        .where(sql<boolean>`listing.price_cents
          BETWEEN coalesce(saved.min_price_cents, 0) AND coalesce(saved.max_price_cents, 2147483647)`)
        .where(sql<boolean>`listing.years_used
          BETWEEN coalesce(saved.min_years_used, 0) AND coalesce(saved.max_years_used, 2147483647)`)
        .where(sql<boolean>`(NOT saved.verified_only OR listing.is_verified)`)
        .where(sql<boolean>`(saved.attributes IS NULL OR ${sql.join(attributeNames.map(isInRange), sql` AND `)})`)
        .distinctOn('saved.user_id')
        .select(['saved.user_id', 'listing.listing_id', 'saved.id'])
        .orderBy('saved.user_id')
        .orderBy('saved.saved_at'),
    )
    .onConflict(conflict => conflict.columns(['user_id', 'listing_id']).doNothing()),
)

/**
 * Finds everyone who has saved a search that a new listing matches, once a user and not its seller, and notifies those who
 * were not in the last hour; what matches for the others is gathered. Run again it notifies nobody twice; of a listing that
 * is not for sale any more it notifies nobody.
 *
 * The searches are found by their rarest term, a word that each has to match, among the listing's words and beginnings of
 * words; so no other search is read.
 */
export async function matchListing(
  { database, accountLimits }: Pick<Platform, 'database' | 'accountLimits'>,
  { listingId }: { listingId: string },
): Promise<void> {
  await recordMatches(database, { listingId })
  await notifyOfMatches({ database, accountLimits }, { listingId })
}
