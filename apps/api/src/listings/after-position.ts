import type { Prisma } from '@second-ring/database'
import type { Position } from '../platform/keyset.ts'

/** The rows that come after a position in a list sorted by `column` and id, both descending. */
export function afterPosition(column: 'postedAt' | 'advertisedAt', { at, id }: Position): Prisma.ListingWhereInput {
  return { OR: [{ [column]: { lt: at } }, { [column]: at, id: { lt: id } }] }
}
