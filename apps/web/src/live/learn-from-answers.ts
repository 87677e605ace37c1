import type { Standing } from '@second-ring/contracts/live/events'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveStatuses } from './live-statuses.ts'

/** The routers whose answers show listings. */
const routers = new Set<unknown>(['listings', 'search'])

/**
 * Has the liveStatuses learn from each answer that shows listings, by the moment it was asked for.
 * @returns stops it
 */
export function learnFromAnswers(queryClient: QueryClient, liveStatuses: LiveStatuses, now = () => performance.now()) {
  const askedAt = new WeakMap<Query, number>()
  return queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') askedAt.set(query, now())
    if (action.type !== 'success' || action.manual) return
    const asked = askedAt.get(query)
    const [path] = query.queryKey
    if (asked === undefined || !Array.isArray(path) || !routers.has(path[0])) return
    liveStatuses.learn(listingsIn(newIn(query)), asked)
  })
}

/** What has just come: of a list that goes on, its last page alone. */
function newIn({ state: { data, fetchMeta } }: Query): unknown {
  const isNextPage = fetchMeta?.fetchMore !== undefined
  return isNextPage && isRecord(data) && Array.isArray(data.pages) ? data.pages.at(-1) : data
}

function listingsIn(value: unknown): Standing[] {
  if (Array.isArray(value)) return value.flatMap(listingsIn)
  if (!isRecord(value)) return []
  return [...(isLiveStatus(value) ? [value] : []), ...Object.values(value).flatMap(listingsIn)]
}

function isLiveStatus(value: Record<string, unknown>): value is Standing {
  return typeof value.id === 'string' && typeof value.state === 'string' && typeof value.resalePriceCents === 'number'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
