import type { ListingCard } from '@second-ring/contracts/listings/listing'

/** A listing, and where it stood on its shelf. */
export interface Missed {
  listing: ListingCard
  index: number
}

/**
 * A shelf on which what was missed keeps its place, as a booked phone. A shelf of what is free would let it vanish under
 * the eyes of who wanted it.
 */
export function withMissed(shelf: readonly ListingCard[], missed: readonly Missed[]): readonly ListingCard[] {
  const kept = [...shelf]
  for (const { listing, index } of missed) {
    // What the shelf has, it has as it stands now.
    if (!shelf.some(({ id }) => id === listing.id)) kept.splice(index, 0, { ...listing, state: 'RESERVED' })
  }
  return kept
}
