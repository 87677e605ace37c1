import * as z from 'zod/mini'
import { atMost } from './text.ts'

/** Lists are read by keyset: a page names the cursor of the next, and never an offset. */
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

const Limit = z._default(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX)), PAGE_SIZE)
export const Cursor = z
  .string()
  .check(
    z.minLength(1),
    atMost(200, 'This is not a page of this list'),
    z.regex(/^[\w-]+$/, 'This is not a page of this list'),
  )

export const PageInput = z.object({ cursor: z.optional(Cursor), limit: Limit })
export type PageInput = z.infer<typeof PageInput>

/** One page of `item`s; `nextCursor` is null on the last. */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}
