import type { Market } from '@second-ring/testkit'

/** Whose rows fill the lists. */
export interface Owners {
  categoryId: string
  sellerId: string
  buyerId: string
}

/**
 * Fills every list up to so many rows: buyers, sellers, and advertised phones of one seller and category, each with a
 * paid order of one buyer. Three rows share each moment, so that ids have to break ties.
 */
export async function fillLists({ database }: Market, { categoryId, sellerId, buyerId }: Owners, upTo: number) {
  await database.$transaction(async tx => {
    // What triggers do for each row, for search and live pages, is not asked here.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`
    await tx.$executeRaw`
      INSERT INTO users (identity_uid, email, name, role, created_at)
      SELECT role || n, lower(role) || n || '@example.test', 'Filler', role::role, now() - (n / 3) * interval '1 second'
      FROM unnest(ARRAY['BUYER', 'SELLER']) AS role
      CROSS JOIN LATERAL generate_series(1, ${upTo}::int - (SELECT count(*) FROM users u WHERE u.role = role.role::role)) AS i
      CROSS JOIN LATERAL (SELECT i + (SELECT count(*) FROM users) AS n) AS numbered`
    await tx.$executeRaw`
      INSERT INTO listings (category_id, seller_id, seller_name, product_name, images, condition, description, location,
        resale_price_cents, original_price_cents, years_used, state, posted_at, advertised_at)
      SELECT ${categoryId}::uuid, ${sellerId}::uuid, 'Sana Seller', 'Aurora ' || n, ARRAY['/images/x.webp'], 'GOOD',
        'Works as it should.', 'Portland', 20000, 59900, 2, 'AVAILABLE',
        now() - (n / 3) * interval '1 second', now() - (n / 3) * interval '1 second'
      FROM generate_series(1, ${upTo}::int - (SELECT count(*) FROM listings)) AS n`
    await tx.$executeRaw`
      INSERT INTO orders (listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, state,
        reserved_until, placed_at, paid_at, handover_due_at, handover_code)
      SELECT l.id, ${buyerId}::uuid, l.product_name, l.images[1], l.resale_price_cents, 'Library', '15550100199', 'PAID',
        now() + interval '1 day', l.posted_at, l.posted_at, now() + interval '7 days', '123456'
      FROM listings l WHERE NOT EXISTS (SELECT FROM orders o WHERE o.listing_id = l.id)`
  })
  await database.$executeRaw`ANALYZE`
}
