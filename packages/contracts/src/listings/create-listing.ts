import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import {
  DESCRIPTION_MAX_LENGTH,
  IMAGES_MAX,
  NAME_MAX_LENGTH,
  PLACE_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
  YEARS_USED_MAX,
} from '../limits.ts'
import { personName, thingName } from '../names.ts'
import { PriceCents, PriceText } from '../price.ts'
import { paragraph } from '../text.ts'
import { givenAttributes, typedAttributes } from './attribute-schemas.ts'
import { Condition } from './listing.ts'
import { ImageUrl } from './picture.ts'

const YEARS_USED_RANGE = `Enter whole years, from 0 to ${YEARS_USED_MAX}`
export const YearsUsed = z
  .int(YEARS_USED_RANGE)
  .check(z.minimum(0, YEARS_USED_RANGE), z.maximum(YEARS_USED_MAX, YEARS_USED_RANGE))
const YearsUsedText = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'Years used is required'), z.regex(/^\d{1,3}$/, YEARS_USED_RANGE)),
    z.transform(Number),
  ),
  YearsUsed,
)

const shared = {
  categoryId: Id,
  productName: thingName('Model name is required', PRODUCT_NAME_MAX_LENGTH),
  sellerName: personName('Your name is required', NAME_MAX_LENGTH),
  condition: Condition,
  description: paragraph('Description is required', DESCRIPTION_MAX_LENGTH),
  location: thingName('Location is required', PLACE_MAX_LENGTH),
}

/** A new listing. `images` are addresses that the image host gave, the cover first. */
export const CreateListingInput = z.object({
  ...shared,
  images: z.array(ImageUrl).check(z.minLength(1, 'A picture is required'), z.maxLength(IMAGES_MAX)),
  resalePriceCents: PriceCents,
  originalPriceCents: PriceCents,
  yearsUsed: YearsUsed,
  ...givenAttributes,
})
export type CreateListingInput = z.infer<typeof CreateListingInput>
export const CreateListingOutput = z.object({ listingId: Id })

/** The Add a product form: prices in dollars and years as typed. The picture is uploaded first, apart from this. */
export const CreateListingForm = z.object({
  ...shared,
  categoryId: z.guid('Choose a category'),
  resalePrice: PriceText,
  originalPrice: PriceText,
  yearsUsed: YearsUsedText,
  ...typedAttributes,
})
export type CreateListingForm = z.infer<typeof CreateListingForm>
