import * as z from 'zod/mini'
import { Email } from '../accounts/account.ts'
import { Id } from '../ids.ts'
import { PRODUCT_NAME_MAX_LENGTH } from '../limits.ts'
import { line } from '../text.ts'
import { bodyOf, DollarsIn, pageQuery } from '../wire.ts'
import { HandoverForm } from './hand-over.ts'
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

/**
 * An order as the specification's clients read it: `paid` is absent until it is, `status` until it has ended. In a list
 * an ended one has no price, for those clients offer to pay whatever has one and is not paid.
 */
export const RestOrder = z.object({
  _id: z.string(),
  name: z.string(),
  product: z.string(),
  product_img: z.string(),
  email: z.string(),
  price: z.optional(z.number()),
  location: z.string(),
  phone: z.string(),
  paid: z.optional(z.literal(true)),
  state: z.string(),
  status: z.optional(z.string()),
  /** The code that the buyer gives the seller; for the buyer of a paid order alone. */
  handover_code: z.optional(z.string()),
})
export const RestOrders = z.array(RestOrder)

/** `GET /orders`: those that can be paid or are; `all` adds the ended ones. */
export const RestOrdersPage = z.object({ ...pageQuery, email: Email, all: z.optional(z.enum(['true', 'false'])) })

/** `POST /orders/{id}/handover` */
export const RestHandover = bodyOf(HandoverForm.shape)
export const RestHandedOver = z.object({ acknowledged: z.literal(true) })
