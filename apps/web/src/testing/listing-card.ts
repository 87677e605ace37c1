import { pickAttributes } from '@second-ring/contracts/listings/attributes'
import type { ListingCard } from '@second-ring/contracts/listings/listing'

/** A phone as anyone sees it, free to be booked. */
export const listingCard: ListingCard = {
  id: '0190a000-0000-7000-8000-000000000001',
  categoryId: '0190a000-0000-7000-8000-000000000002',
  productName: 'Pixel 8',
  image: { url: '/images/a.webp', srcSet: '/images/a-320.webp 320w' },
  condition: 'GOOD',
  location: 'Leeds',
  resalePriceCents: 24_999,
  originalPriceCents: 120_000,
  yearsUsed: 1,
  ...pickAttributes({}),
  sellerId: '0190a000-0000-7000-8000-000000000003',
  sellerName: 'Nia Cole',
  sellerAccountName: null,
  sellerVerified: true,
  postedAt: '2026-01-05T12:00:00.000Z',
  state: 'AVAILABLE',
}
