import * as z from 'zod/mini'
import { Email } from '../accounts/account.ts'
import { Id } from '../ids.ts'
import { PRODUCT_NAME_MAX_LENGTH } from '../limits.ts'
import { line } from '../text.ts'
import { bodyOf, DollarsIn, pageQuery } from '../wire.ts'
import { BookingForm } from './place-order.ts'

/** `POST /orders`: the post is found by `productId`, else by name, image and price among the available. */
export const RestBooking = bodyOf({
  name: z.optional(z.string()),
  product: line('The product is required', PRODUCT_NAME_MAX_LENGTH),
  product_img: z.optional(z.string()),
  email: Email,
  price: DollarsIn,
  location: BookingForm.shape.meetingPlace,
  // Old clients send a number field's value.
  phone: z.pipe(
    z.pipe(z.union([z.string(), z.number()], 'Phone is required'), z.transform(String)),
    BookingForm.shape.phone,
  ),
  productId: z.optional(Id),
})

/** An order as the specification's clients read it; `paid` is absent until it is. */
export const RestOrder = z.object({
  _id: z.string(),
  name: z.string(),
  product: z.string(),
  product_img: z.string(),
  email: z.string(),
  price: z.number(),
  location: z.string(),
  phone: z.string(),
  paid: z.optional(z.literal(true)),
  state: z.string(),
})
export const RestOrders = z.array(RestOrder)

/** `GET /orders` */
export const RestOrdersPage = z.object({ ...pageQuery, email: Email })
