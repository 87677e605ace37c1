import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PRODUCT_NAME_MAX_LENGTH } from '../limits.ts'
import { PageInput, pageOf } from '../paging.ts'
import { line } from '../text.ts'
import { YearsUsed } from './create-listing.ts'
import { Condition, ListingCard } from './listing.ts'

/** Of fewer sellers' phones than this no band learns: where they cost within a third of each other, one more moves it by 5 %. */
export const ESTIMATE_SAMPLE_MIN = 8
/** A price below this part of the band's low end is far below it. */
export const FAR_BELOW = 0.6

/**
 * What half of the phones of one model, condition and age (a year more or less) cost, sold ones and those that verified
 * sellers offer: of each age the last 10 that were sold and the last 20 for sale, one of each trusted seller, without prices
 * far from the others.
 */
export const PriceEstimate = z.object({
  /** The 25th and the 75th percentile, in cents, rounded to whole dollars. */
  lowCents: z.int(),
  highCents: z.int(),
  /** Of how many phones, 90 at the most; each of another seller. */
  sampleSize: z.int(),
})
export type PriceEstimate = z.infer<typeof PriceEstimate>

/** The phone that someone is about to price. */
export const PriceEstimateInput = z.object({
  productName: line('Model name is required', PRODUCT_NAME_MAX_LENGTH),
  condition: Condition,
  yearsUsed: YearsUsed,
  categoryId: Id,
})
export type PriceEstimateInput = z.infer<typeof PriceEstimateInput>
/** Null when too few are known. */
export const PriceEstimateOutput = z.nullable(PriceEstimate)

/**
 * Why a post is flagged: its price is far below its band; it equals others of its seller; another seller's post had one of
 * its pictures before; it is under the name of a verified seller, by another account.
 */
export const flagReasons = ['price', 'twin', 'copied-picture', 'verified-name'] as const
export const FlagReason = z.enum(flagReasons)
export type FlagReason = z.infer<typeof FlagReason>

/** For admins: flagged listings for sale, last flagged first; `band` is there for the price, `copyOf` for a picture. */
export const FlaggedListingsInput = PageInput
export const FlaggedListingsOutput = pageOf(
  z.object({
    listing: ListingCard,
    reasons: z.array(FlagReason),
    band: z.nullable(PriceEstimate),
    /** The other post; null also when it is not there any more. */
    copyOf: z.nullable(z.object({ listingId: Id, productName: z.string(), sellerName: z.string() })),
    flaggedAt: z.iso.datetime(),
  }),
)
