import type { Sort } from '@second-ring/contracts/search/search-listings'
import type { RankedPosition } from '#platform/keyset.ts'
import type { Filters } from './find-hits.ts'

type Place = Date | number | 'infinity' | '-infinity'

/** An order in which an index of `listing_search` gives its rows; a position in it is a place and a listing's id. */
export interface HitOrder {
  column: 'posted_at' | 'price_cents'
  direction: 'asc' | 'desc'
  /** Before every row that matches. */
  start: (filters: Filters) => [Place, string]
  /** After every row. */
  end: [Place, string]
}

/** The largest number that an integer column holds. */
export const INTEGER_MAX = 2_147_483_647
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const newest: HitOrder = {
  column: 'posted_at',
  direction: 'desc',
  start: () => ['infinity', HIGHEST],
  end: ['-infinity', LOWEST],
}

export const hitOrders: Record<Sort, HitOrder> = {
  relevance: newest,
  newest,
  'price-up': {
    column: 'price_cents',
    direction: 'asc',
    start: ({ minPriceCents = 0 }) => [minPriceCents, LOWEST],
    end: [INTEGER_MAX, HIGHEST],
  },
  'price-down': {
    column: 'price_cents',
    direction: 'desc',
    start: ({ maxPriceCents = INTEGER_MAX }) => [maxPriceCents, HIGHEST],
    end: [-1, LOWEST],
  },
}

/** After which position the hits of each rank begin: by relevance those of lower ranks are over, those of higher have not begun. */
export function positionsOf(filters: Filters, sort: Sort, after: RankedPosition | undefined) {
  const order = hitOrders[sort]
  const positions = [0, 1, 2].map((rank): [Place, string] => {
    if (!after || (sort === 'relevance' && rank > after.rank)) return order.start(filters)
    if (sort === 'relevance' && rank < after.rank) return order.end
    return [order.column === 'price_cents' ? after.rank : after.at, after.id]
  })
  return { places: positions.map(([place]) => place), ids: positions.map(([, id]) => id) }
}
