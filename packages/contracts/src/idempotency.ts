import * as z from 'zod/mini'

/** How long the result of a write is stored under its idempotency key, in hours. */
export const IDEMPOTENCY_HOURS = 24

/** Chosen by the client, new for each attempt at a write: sent again with the same input, it answers the first result. */
export const IdempotencyKey = z
  .string()
  .check(z.regex(/^[\x20-\x7e]{1,255}$/, 'An idempotency key is 1 to 255 printable characters'))

/** What every write of a signed-in caller takes beside its own input. */
export const AttemptInput = z.object({ idempotencyKey: z.optional(IdempotencyKey) })
export type AttemptInput = z.infer<typeof AttemptInput>
