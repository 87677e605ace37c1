import type { Condition } from '@second-ring/contracts/listings/listing'
import type { Tone } from '../ui/badge.tsx'

export const conditionLabels: Record<Condition, string> = { EXCELLENT: 'Excellent', GOOD: 'Good', FAIR: 'Fair' }
export const conditionTones: Record<Condition, Tone> = { EXCELLENT: 'good', GOOD: 'good', FAIR: 'neutral' }
