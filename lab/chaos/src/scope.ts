import type { Product } from './product/product.ts'

type Kills = Product['kills']

/** So many a minute at least. */
const KILLS: Kills = { api: 10, postgres: 2, cards: 2 }
const SEQUENCES = 200

/** The kills that belong to a run of so many minutes: of ten, 100 of the API, 20 of PostgreSQL and of the card payments. */
export function leastOf(minutes: number): Kills {
  const times = (count: number) => Math.ceil(count * minutes)
  return { api: times(KILLS.api), postgres: times(KILLS.postgres), cards: times(KILLS.cards) }
}

export function isEnough(kills: Readonly<Kills>, minutes: number): boolean {
  const least = leastOf(minutes)
  return kills.api >= least.api && kills.postgres >= least.postgres && kills.cards >= least.cards
}

/** The sequences of random moves that belong to it: of ten minutes, 2000. */
export function leastSequences(minutes: number): number {
  return Math.ceil(SEQUENCES * minutes)
}
