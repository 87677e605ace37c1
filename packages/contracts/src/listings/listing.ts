import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { dealSummary } from '../orders/deal-summary.ts'
import { readAttributes } from './attribute-schemas.ts'
import { Picture } from './picture.ts'

export const conditions = ['EXCELLENT', 'GOOD', 'FAIR'] as const
export const Condition = z.enum(conditions)
export type Condition = z.infer<typeof Condition>

export const ListingState = z.enum(['AVAILABLE', 'RESERVED', 'SOLD', 'REMOVED'])
export type ListingState = z.infer<typeof ListingState>

/** A listing as a card shows it to anyone: no seller's email. */
export const ListingCard = z.object({
  id: Id,
  categoryId: Id,
  productName: z.string(),
  image: Picture,
  condition: Condition,
  location: z.string(),
  resalePriceCents: z.int(),
  originalPriceCents: z.int(),
  yearsUsed: z.int(),
  ...readAttributes,
  sellerId: Id,
  /** As the seller has written it. */
  sellerName: z.string(),
  /** The name of the seller's account where that is another; it alone can be verified. */
  sellerAccountName: z.nullable(z.string()),
  sellerVerified: z.boolean(),
  postedAt: Instant,
  state: ListingState,
})
export type ListingCard = z.infer<typeof ListingCard>

/** A listing as its own seller sees it. */
export const OwnListing = z.extend(ListingCard, {
  description: z.string(),
  advertisedAt: z.nullable(Instant),
  /** Who has booked it and where to meet them; null when nobody has. */
  booking: z.nullable(
    z.object({
      orderId: Id,
      buyerName: z.string(),
      phone: z.string(),
      meetingPlace: z.string(),
      paid: z.boolean(),
      /** Whether the buyer has the phone and has given their code. */
      handedOver: z.boolean(),
      placedAt: Instant,
      ...dealSummary,
      /** What the platform keeps of the price, or has kept of what was not given back. */
      feeCents: z.int(),
      /** What of the fee is tax. */
      feeTaxCents: z.int(),
    }),
  ),
})
export type OwnListing = z.infer<typeof OwnListing>
