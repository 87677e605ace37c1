import type { ListingState } from '@second-ring/contracts/listings/listing'
import type { Prisma, Transaction } from '@second-ring/database'
import type { NextState, TransitionTable } from '#platform/transition-table.ts'
import { releaseUploads } from '#platform/uploads.ts'

/**
 * AVAILABLE to sell, RESERVED by an order, SOLD by a paid one; a refund puts it back or takes it away. REMOVED ones are gone,
 * but for those that were hidden: they come back when their seller keeps their account after all; and for one whose order's money
 * a bank gives back on appeal, while its buyer has it.
 */
export const listingTransitions = {
  AVAILABLE: ['RESERVED', 'REMOVED'],
  RESERVED: ['SOLD', 'AVAILABLE'],
  SOLD: ['AVAILABLE', 'REMOVED'],
  REMOVED: ['AVAILABLE', 'SOLD'],
} as const satisfies TransitionTable<ListingState>

interface ListingMove<From extends ListingState> {
  from: From
  to: NextState<typeof listingTransitions, From>
  /** What else must hold of the listing, such as whose it is. */
  where: Prisma.ListingWhereInput & { id: string }
}

/** Moves a listing in one statement; one that is removed lets go of its pictures. @returns false when it was not there to be moved */
export async function transitionListing<From extends ListingState>(
  tx: Transaction,
  { from, to, where }: ListingMove<From>,
): Promise<boolean> {
  const { count } = await tx.listing.updateMany({ where: { ...where, state: from }, data: { state: to } })
  if (count !== 1) return false
  if (to === 'REMOVED') await releasePictures(tx, { id: where.id })
  return true
}

/** Lets go of the pictures of listings that this transaction has removed. */
async function releasePictures(tx: Transaction, where: Prisma.ListingWhereInput): Promise<void> {
  const removed = await tx.listing.findMany({ where: { ...where, state: 'REMOVED' }, select: { images: true } })
  await releaseUploads(tx, [...new Set(removed.flatMap(({ images }) => images))])
}
