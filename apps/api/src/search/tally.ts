/** What a search can be narrowed by. */
export const facets = ['category', 'condition', 'price', 'years', 'location', 'verified'] as const
export type Facet = (typeof facets)[number]

/** How many listings match, and how many of them are of each value of a facet, as text. */
export interface Tally {
  total: number
  /** Whether there may be more; the counts are then of some. */
  capped: boolean
  facets: Record<Facet, { values: { value: string; count: number }[]; capped: boolean }>
  /** The categories that there are. */
  categories: { id: string; name: string }[]
}
