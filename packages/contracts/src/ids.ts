import * as z from 'zod/mini'

/** The id of any row of the product: a UUID. */
export const Id = z.guid('This is not a valid id')

/** A moment as an ISO 8601 string in UTC; the screen formats it. */
export const Instant = z.iso.datetime()
