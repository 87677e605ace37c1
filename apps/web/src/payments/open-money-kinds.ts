import type { OpenMoneyKind } from '@second-ring/contracts/payments/open-money'
import type { Tone } from '#ui/badge.tsx'

/** Why money is open, in a word for an admin. */
export const openMoneyLabels: Record<OpenMoneyKind, { label: string; tone: Tone }> = {
  owed: { label: 'Owed', tone: 'warm' },
  failed: { label: 'Refund failed', tone: 'bad' },
  pending: { label: 'Refund pending', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'bad' },
  unmatched: { label: 'Fits no order', tone: 'bad' },
}

/** Reads the address; what is no kind is every kind. */
export function readOpenMoneyKind(text: unknown): OpenMoneyKind | undefined {
  return Object.keys(openMoneyLabels).find((kind): kind is OpenMoneyKind => kind === text)
}
