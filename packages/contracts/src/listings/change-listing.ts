import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { DESCRIPTION_MAX_LENGTH, IMAGES_MAX } from '../limits.ts'
import { PriceCents, PriceText } from '../price.ts'
import { paragraph } from '../text.ts'

export const AdvertiseListingInput = z.object({ listingId: Id })
export type AdvertiseListingInput = z.infer<typeof AdvertiseListingInput>
export const AdvertiseListingOutput = z.object({ listingId: Id, advertisedAt: Instant })

export const RemoveListingInput = z.object({ listingId: Id })
export type RemoveListingInput = z.infer<typeof RemoveListingInput>
export const RemoveListingOutput = z.object({ listingId: Id })

export const StopAdvertisingInput = z.object({ listingId: Id })
export type StopAdvertisingInput = z.infer<typeof StopAdvertisingInput>
export const StopAdvertisingOutput = z.object({ listingId: Id })

const description = paragraph('Description is required', DESCRIPTION_MAX_LENGTH)

/** What a seller may change of a listing that is not booked. `images`, when sent, replace those that are there. */
export const EditListingInput = z.object({
  listingId: Id,
  description,
  resalePriceCents: PriceCents,
  images: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(2000)))
      .check(z.minLength(1, 'A picture is required'), z.maxLength(IMAGES_MAX)),
  ),
})
export type EditListingInput = z.infer<typeof EditListingInput>
export const EditListingOutput = z.object({ listingId: Id })

/** The same as a form: the price in dollars, as typed. */
export const EditListingForm = z.object({ description, resalePrice: PriceText })
export type EditListingForm = z.infer<typeof EditListingForm>
