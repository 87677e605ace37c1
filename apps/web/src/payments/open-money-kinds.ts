import { OpenMoneyKind } from '@second-ring/contracts/payments/open-money'
import * as z from 'zod/mini'
import type { Tone } from '#ui/badge.tsx'

/** Why money is open, in a word for an admin. */
export const openMoneyLabels: Record<OpenMoneyKind, { label: string; tone: Tone }> = {
  owed: { label: 'Owed', tone: 'warm' },
  failed: { label: 'Refund failed', tone: 'bad' },
  pending: { label: 'Refund pending', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'bad' },
  unmatched: { label: 'Fits no order', tone: 'bad' },
  unclaimed: { label: 'Not paid out', tone: 'bad' },
}

/** What the page of open money keeps in its URL; what is no kind is every kind. */
const OpenMoneySearch = z.object({ kind: z.catch(z.optional(OpenMoneyKind), undefined) })
export type OpenMoneySearch = z.infer<typeof OpenMoneySearch>

export function readOpenMoney(search: unknown): OpenMoneySearch {
  return OpenMoneySearch.parse(search)
}
