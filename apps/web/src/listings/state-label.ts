import type { ListingState } from '@second-ring/contracts/listings/listing'
import type { Tone } from '#ui/badge.tsx'

/** Where a listing stands, in a word. One that is paid is not in its buyer's hands yet, which is nobody else's business. */
export const stateLabels: Record<ListingState, { label: string; tone: Tone }> = {
  AVAILABLE: { label: 'Available', tone: 'good' },
  RESERVED: { label: 'Booked', tone: 'warm' },
  SOLD: { label: 'No longer for sale', tone: 'neutral' },
  REMOVED: { label: 'No longer for sale', tone: 'neutral' },
}
