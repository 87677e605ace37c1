import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PLACE_MAX_LENGTH } from '../limits.ts'
import { PriceCents } from '../price.ts'
import { atMost, line } from '../text.ts'

const PHONE_MAX_LENGTH = 31
const PHONE_FORMAT = 'Enter a phone number, such as +1 555 010 0199'

/** What the buyer fills in; name, email and price are the account's and the listing's, never the form's. */
export const BookingForm = z.object({
  phone: z
    .string('Phone is required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Phone is required', abort: true }),
      atMost(PHONE_MAX_LENGTH, PHONE_FORMAT),
      z.regex(/^(?=(?:\D*\d){3})\+?[\d ().-]{3,30}$/, PHONE_FORMAT),
    ),
  meetingPlace: line('Meeting location is required', PLACE_MAX_LENGTH),
})
export type BookingForm = z.infer<typeof BookingForm>

export const PlaceOrderInput = z.extend(BookingForm, {
  listingId: Id,
  /** The price that the buyer was shown. At any other the phone is not booked. */
  expectedPriceCents: PriceCents,
})
export type PlaceOrderInput = z.infer<typeof PlaceOrderInput>
export const PlaceOrderOutput = z.object({ orderId: Id })
