import * as z from 'zod/mini'
import { Category } from '../catalog/category.ts'
import { Id, Instant } from '../ids.ts'
import { ListingCard } from './listing.ts'
import { Picture } from './picture.ts'
import { PriceEstimate } from './price-estimate.ts'

/** How many prices and similar phones are listed at the most. */
export const PRICES_TOLD_MAX = 50
export const SIMILAR_MAX = 8

export const GetListingInput = z.object({ listingId: Id })
export type GetListingInput = z.infer<typeof GetListingInput>

/** A listing on its own page, for anyone: nothing of who has booked it. */
export const ListingPage = z.extend(ListingCard, {
  categoryName: z.string(),
  categorySlug: z.string(),
  description: z.string(),
  /** All pictures, the cover first. */
  images: z.array(Picture),
  advertisedAt: z.nullable(Instant),
  /** To how many trusted buyers the seller has sold here for SIGNAL_MIN_CENTS or more, at most 1,000; each counts once. */
  sellerSold: z.int(),
  /** Whether the seller has a page of their own: not one who was removed or is away. */
  sellerHasPage: z.boolean(),
  /** What it has cost since when, the latest first. */
  prices: z.array(z.object({ cents: z.int(), since: Instant })),
  /** What others like it cost, the last of them; null when too few are known. */
  band: z.nullable(PriceEstimate),
  /** Whether its price is far below the band while it may still be bought. */
  caution: z.boolean(),
})
export type ListingPage = z.infer<typeof ListingPage>

/** A listing that is offered no more: nothing of what its seller wrote, and its category while that is open. */
export const GoneListing = z.object({ category: z.nullable(z.pick(Category, { name: true, slug: true })) })
export type GoneListing = z.infer<typeof GoneListing>

/** Phones for sale of the same category that are alike in name or price. */
export const SimilarListingsInput = GetListingInput
export const SimilarListingsOutput = z.array(ListingCard)
