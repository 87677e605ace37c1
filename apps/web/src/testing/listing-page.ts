import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { listingCard } from './listing-card.ts'

/** A phone on its own page, free to be booked. */
export const listingPage: ListingPage = {
  ...listingCard,
  categoryName: 'Pixel',
  categorySlug: 'pixel',
  description: 'Works as it should.\nOne scratch.',
  images: [listingCard.image],
  advertisedAt: null,
  sellerSold: 3,
  sellerHasPage: true,
  prices: [{ cents: 24_999, since: '2026-01-05T12:00:00.000Z' }],
  band: null,
  caution: false,
}
