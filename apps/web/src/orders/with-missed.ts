import type { ListingCard } from '@second-ring/contracts/listings/listing'

/** A listing, and where it stood on its list. */
export interface Missed {
  listing: ListingCard
  index: number
}

/**
 * A list on which what was missed keeps its place, as a booked phone. A list of what is free would let it vanish under
 * the eyes of who wanted it.
 */
export function withMissed(list: readonly ListingCard[], missed: readonly Missed[]): readonly ListingCard[] {
  const kept = [...list]
  for (const { listing, index } of missed) {
    // What the list has, it has as it stands now.
    if (!list.some(({ id }) => id === listing.id)) kept.splice(index, 0, { ...listing, state: 'RESERVED' })
  }
  return kept
}
