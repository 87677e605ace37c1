import * as z from 'zod/mini'
import { Cursor, PAGE_SIZE_MAX } from './paging.ts'
import { PriceText } from './price.ts'

/** A price in dollars as REST clients send it: a number or a numeric string, two decimals at most; parsed to cents. */
export const DollarsIn = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], 'Enter a price, such as 249.99'),
    // A number is read as it would be written, so that 1e21 and NaN are no prices and 0.1 is ten cents.
    z.transform(value => (typeof value === 'number' ? String(value) : value)),
  ),
  PriceText,
)

/** A whole number as REST clients send it: a number or a string of digits. */
export const CountIn = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], 'Enter a whole number'),
    z.transform(value => String(value).trim()),
  ),
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Enter a whole number')), z.transform(Number)),
)

/** `{ message, code }`: how every error is answered. */
export const ErrorBody = z.object({ message: z.string(), code: z.string() })

/** What a write answers: the row it made, or why it was rejected by a rule of the business. */
export const Acknowledged = z.union([
  z.object({ acknowledged: z.literal(true), insertedId: z.string() }),
  z.object({ acknowledged: z.literal(false), message: z.string() }),
])

/** What a deletion answers; an error (409) says why. */
export const Deleted = z.object({
  acknowledged: z.literal(true),
  deletedCount: z.int(),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
})

/** What the removal of an admin answers until a second one confirms it. */
export const NotYetDeleted = z.object({
  acknowledged: z.literal(false),
  deletedCount: z.literal(0),
  message: z.string(),
  code: z.string(),
})

/** Fields that would say who someone is or what state something is in: the server's to know, never a client's to send. */
export const authorityFields = [
  '_id',
  'role',
  'status',
  'verified',
  'paid',
  'state',
  'sellerId',
  'buyerId',
  'advertisedAt',
]

/** A request's body: unknown fields are passed over, as old clients send them, but not those that claim authority. */
export function bodyOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  const refused = authorityFields.filter(name => !(name in shape))
  const never = (name: string) => [name, z.optional(z.never(`${name} may not be sent`))] as const
  return z.object({ ...(Object.fromEntries(refused.map(never)) as Record<never, never>), ...shape })
}

const Limit = z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX))

/** How a list is paged: the whole of it without `limit`; `Link: <…>; rel="next"` names the next page of the array. */
export const pageQuery = { limit: z.optional(z.pipe(CountIn, Limit)), cursor: z.optional(Cursor) }
