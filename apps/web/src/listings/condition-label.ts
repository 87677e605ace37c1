import type { Condition } from '@second-ring/contracts/listings/listing'
import type { Tone } from '#ui/badge.tsx'

const labels: Record<Condition, { label: string; tone: Tone }> = {
  EXCELLENT: { label: 'Excellent', tone: 'good' },
  GOOD: { label: 'Good', tone: 'good' },
  FAIR: { label: 'Fair', tone: 'neutral' },
}

/** The condition of a phone in a word. One that is missing reads as Fair, as the specification says. */
export function conditionLabel(condition: Condition | null | undefined): { label: string; tone: Tone } {
  return labels[condition ?? 'FAIR']
}
