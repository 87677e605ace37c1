import type { ListingState } from '@second-ring/contracts/listings/listing'
import type { Tone } from '../ui/badge.tsx'

/** Where a listing stands, in a word. */
export const stateLabels: Record<ListingState, { label: string; tone: Tone }> = {
  AVAILABLE: { label: 'Available', tone: 'good' },
  RESERVED: { label: 'Booked', tone: 'warm' },
  SOLD: { label: 'Sold', tone: 'neutral' },
  REMOVED: { label: 'No longer for sale', tone: 'neutral' },
}
