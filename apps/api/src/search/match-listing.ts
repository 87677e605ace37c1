import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import type { Platform } from '#platform/platform.ts'

const kind: NoticeKind = 'saved-search'

/**
 * Tells everyone who has saved a search that a new listing matches: one notice a person, but none to its seller. Run again
 * it tells nobody twice; of a listing that is not for sale any more it tells nobody.
 *
 * The searches are found by their anchor, a word that each asks for, among the listing's words and beginnings of words; so
 * all others are never looked at.
 */
export async function matchListing({ database }: Pick<Platform, 'database'>, { listingId }: { listingId: string }) {
  await database.$executeRaw`
    WITH listing AS MATERIALIZED (
      SELECT s.*, l.product_name, u.verified_at IS NOT NULL AS is_verified
      FROM listing_search s JOIN listings l ON l.id = s.listing_id JOIN users u ON u.id = s.seller_id
      WHERE s.listing_id = ${listingId}::uuid
    ), words AS MATERIALIZED (
      SELECT ltrim(word, '~') AS word FROM listing, unnest(tsvector_to_array(search)) AS word
    ), anchors AS MATERIALIZED (
      SELECT '' AS anchor
      UNION SELECT word FROM words
      UNION SELECT left(word, size) || '*' FROM words, generate_series(3, length(word)) AS size
    )
    INSERT INTO notices (user_id, kind, message, listing_id)
    SELECT DISTINCT ON (saved.user_id) saved.user_id, ${kind},
      listing.product_name || ' was just posted for $'
        || to_char(listing.price_cents / 100.0, CASE WHEN listing.price_cents % 100 = 0 THEN 'FM999,999' ELSE 'FM999,990.00' END)
        || CASE WHEN saved.text = '' THEN '. It matches a search that you saved.'
           ELSE '. It matches your saved search for ' || saved.text || '.' END,
      listing.listing_id
    FROM listing CROSS JOIN anchors
      CROSS JOIN LATERAL (
        SELECT * FROM saved_searches s WHERE s.anchor = anchors.anchor
          AND (s.category_id = listing.category_id OR s.category_id IS NULL) OFFSET 0
      ) AS saved
      JOIN users owner ON owner.id = saved.user_id AND owner.deleted_at IS NULL
    WHERE saved.user_id <> listing.seller_id
      AND (saved.query IS NULL OR listing.search @@ saved.query)
      AND (saved.conditions = '{}' OR listing.condition = ANY(saved.conditions))
      AND listing.price_cents BETWEEN coalesce(saved.min_price_cents, 0) AND coalesce(saved.max_price_cents, 2147483647)
      AND listing.years_used BETWEEN coalesce(saved.min_years_used, 0) AND coalesce(saved.max_years_used, 2147483647)
      AND (NOT saved.verified_only OR listing.is_verified)
    ORDER BY saved.user_id, saved.saved_at
    ON CONFLICT (listing_id, user_id) WHERE kind = 'saved-search' DO NOTHING`
}
