import type { LiveStatus } from '@second-ring/contracts/live/events'
import type { Query, QueryClient } from '@tanstack/react-query'

/** The routers whose answers show listings. */
const routers = new Set<unknown>(['listings', 'search'])

/** Whether a query's answer shows listings. */
export function showsListings({ queryKey: [path] }: Pick<Query, 'queryKey'>): boolean {
  return Array.isArray(path) && routers.has(path[0])
}

/** The ids of the listings on the screen. */
export function shownListings(queryClient: QueryClient): string[] {
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: showsListings })
  return [...new Set(shown.flatMap(({ state }) => listingsIn(state.data).map(({ id }) => id)))]
}

/**
 * Writes where listings stand into whatever is cached of them. The age of the answers stays.
 * @returns those that were shown otherwise
 */
export function writeListings(queryClient: QueryClient, listings: readonly LiveStatus[]): LiveStatus[] {
  const queries = queryClient.getQueryCache().findAll({ predicate: showsListings })
  return [...new Set(queries.flatMap(query => writeInto(query, listings)))]
}

/**
 * Writes where listings stand into one answer.
 * @returns those that it showed otherwise
 */
export function writeInto(query: Query, listings: readonly LiveStatus[]): LiveStatus[] {
  const { data, dataUpdatedAt } = query.state
  const shown = listingsIn(data)
  const turned = listings.filter(listing =>
    shown.some(({ id, ...before }) => id === listing.id && !isSame(before, listing)),
  )
  if (turned.length > 0) query.setData(written(data, turned), { updatedAt: dataUpdatedAt, manual: true })
  return turned
}

function isSame(before: Omit<LiveStatus, 'id'>, now: LiveStatus): boolean {
  return before.state === now.state && before.resalePriceCents === now.resalePriceCents
}

function listingsIn(value: unknown): LiveStatus[] {
  if (Array.isArray(value)) return value.flatMap(listingsIn)
  if (!isRecord(value)) return []
  return [...(isListing(value) ? [value] : []), ...Object.values(value).flatMap(listingsIn)]
}

function written(value: unknown, listings: readonly LiveStatus[]): unknown {
  if (Array.isArray(value)) return value.map(each => written(each, listings))
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each, listings)]))
  return { ...copy, ...(isListing(value) && listings.find(({ id }) => id === value.id)) }
}

function isListing(value: Record<string, unknown>): value is LiveStatus {
  return typeof value.id === 'string' && typeof value.state === 'string' && typeof value.resalePriceCents === 'number'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
