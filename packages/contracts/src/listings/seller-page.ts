import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { ListingCard } from './listing.ts'

export const GetSellerInput = z.object({ sellerId: Id })
export type GetSellerInput = z.infer<typeof GetSellerInput>

/** A seller on their own page, for anyone: no email and no phone number. */
export const SellerPage = z.object({
  id: Id,
  /** The name of their account. */
  name: z.string(),
  verified: z.boolean(),
  /** The day on which they signed up, in UTC. */
  memberSince: z.iso.date(),
  /** As `sellerSold` of a listing's page. */
  sold: z.int(),
})
export type SellerPage = z.infer<typeof SellerPage>

/** What a seller has for sale, newest first. */
export const ListBySellerInput = z.extend(PageInput, { sellerId: Id })
export type ListBySellerInput = z.infer<typeof ListBySellerInput>
export const ListBySellerOutput = pageOf(ListingCard)
