import { DomainError } from '@second-ring/contracts/errors'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { type GetListingInput, SIMILAR_MAX } from '@second-ring/contracts/listings/listing-page'
import type { Platform } from '#platform/platform.ts'
import { readCards } from './read-cards.ts'

/** How many of each kind are compared: the newest of the same model, the next cheaper and the next dearer ones. */
const COMPARED = 40

/**
 * Phones for sale of the same category, those whose name is most like it first, then those whose price is.
 * @throws DomainError NOT_FOUND (the listing was removed, or never there)
 */
export async function listSimilar(platform: Platform, { listingId }: GetListingInput): Promise<ListingCard[]> {
  const { database } = platform
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { productName: true, categoryId: true, resalePriceCents: true },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { productName, categoryId, resalePriceCents } = listing
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH phone AS MATERIALIZED (SELECT search_text(${productName}) AS model), near AS (
      SELECT * FROM (
        SELECT s.* FROM listing_search s WHERE s.model = (SELECT model FROM phone)
        ORDER BY s.posted_at DESC, s.listing_id DESC LIMIT ${COMPARED}
      ) AS same WHERE category_id = ${categoryId}::uuid
      UNION ALL
      (SELECT s.* FROM listing_search s WHERE s.category_id = ${categoryId}::uuid AND s.price_cents <= ${resalePriceCents}
        ORDER BY s.price_cents DESC, s.listing_id DESC LIMIT ${COMPARED})
      UNION ALL
      (SELECT s.* FROM listing_search s WHERE s.category_id = ${categoryId}::uuid AND s.price_cents > ${resalePriceCents}
        ORDER BY s.price_cents, s.listing_id LIMIT ${COMPARED})
    )
    SELECT listing_id AS id FROM near
    WHERE listing_id <> ${listingId}::uuid
    GROUP BY listing_id, model, price_cents
    ORDER BY similarity(model, (SELECT model FROM phone)) DESC, abs(price_cents - ${resalePriceCents}::int), listing_id
    LIMIT ${SIMILAR_MAX}`
  return readCards(
    platform,
    rows.map(row => row.id),
  )
}
