import * as z from 'zod/mini'
import { Email } from '../accounts/account.ts'
import { Id } from '../ids.ts'
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, PLACE_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from '../limits.ts'
import { personName, thingName } from '../names.ts'
import { line, paragraph } from '../text.ts'
import { bodyOf, CountIn, DollarsIn, pageQuery } from '../wire.ts'
import { acceptedAttributes, restAttributes } from './attribute-schemas.ts'
import { YearsUsed } from './create-listing.ts'
import type { Condition } from './listing.ts'

/** A condition in any letter case, as the specification's clients send `excellent`. */
const RestCondition = z.pipe(
  z.string('Choose a condition: excellent, good or fair').check(z.trim(), z.toUpperCase()),
  z.enum(['EXCELLENT', 'GOOD', 'FAIR'] satisfies Condition[], 'Choose a condition: excellent, good or fair'),
)

const Url = z.string('A picture is required').check(z.minLength(1, 'A picture is required'), z.maxLength(2000))

/** `POST /addProduct`: `id` is the category's. `posted` and other fields are accepted and passed over. */
export const RestNewProduct = bodyOf({
  id: Id,
  product_name: thingName('Model name is required', PRODUCT_NAME_MAX_LENGTH),
  image: Url,
  condition: RestCondition,
  description: paragraph('Description is required', DESCRIPTION_MAX_LENGTH),
  location: thingName('Location is required', PLACE_MAX_LENGTH),
  resale_price: DollarsIn,
  orginal_price: DollarsIn,
  year_used: z.pipe(CountIn, YearsUsed),
  ...acceptedAttributes,
  seller_name: personName('Your name is required', NAME_MAX_LENGTH),
  email: Email,
})

/** `POST /addProductTohome`: found by `_id`, else by name, image and price. Clients send a post back as they read it. */
export const RestAdvertise = bodyOf({
  _id: z.optional(Id),
  state: z.optional(z.unknown()),
  email: z.optional(Email),
  product_name: z.optional(line('Model name is required', PRODUCT_NAME_MAX_LENGTH)),
  image: z.optional(Url),
  resale_price: z.optional(DollarsIn),
})

/** A product post as the specification's clients read it; prices in dollars. */
export const RestProduct = z.object({
  _id: z.string(),
  id: z.string(),
  product_name: z.string(),
  image: z.string(),
  condition: z.string(),
  product_condition: z.string(),
  description: z.string(),
  location: z.string(),
  resale_price: z.number(),
  orginal_price: z.number(),
  year_used: z.int(),
  ...restAttributes,
  seller_name: z.string(),
  /** The seller's; only to someone who is signed in. */
  email: z.optional(z.string()),
  posted: z.string(),
  state: z.enum(['available', 'reserved', 'sold', 'removed']),
  advertised: z.boolean(),
})
export type RestProduct = z.infer<typeof RestProduct>
export const RestProducts = z.array(RestProduct)

/** `GET /categories/{id}` */
export const RestCategoryPage = z.object(pageQuery)
/** `GET /getAddProduct`: `email` is accepted and passed over. */
export const RestAdvertisedPage = z.object({ ...pageQuery, email: z.optional(z.string()) })
/** `GET /getProduct` */
export const RestOwnPage = z.object({ ...pageQuery, email: Email })
