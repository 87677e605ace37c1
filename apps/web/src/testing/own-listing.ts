import { pickAttributes } from '@second-ring/contracts/listings/attributes'
import type { OwnListing } from '@second-ring/contracts/listings/listing'

/** A phone as its seller sees it, free to be booked. */
export const ownListing: OwnListing = {
  id: '0190a000-0000-7000-8000-000000000001',
  categoryId: '0190a000-0000-7000-8000-000000000002',
  productName: 'Pixel 8',
  image: { url: '/images/a.webp' },
  condition: 'GOOD',
  description: 'Well kept.',
  location: 'Leeds',
  resalePriceCents: 24_999,
  originalPriceCents: 49_900,
  yearsUsed: 1,
  ...pickAttributes({}),
  sellerId: '0190a000-0000-7000-8000-000000000003',
  sellerName: 'Nia Cole',
  sellerAccountName: null,
  sellerVerified: false,
  postedAt: '2026-01-05T12:00:00.000Z',
  state: 'AVAILABLE',
  advertisedAt: null,
  booking: null,
}
