import type { Procedures } from '#api-client/trpc.ts'
import { byCursor } from '#ui/pages.ts'

// What a route fetches before its screen is there is what the screen asks for: each question is written once.

export const listingQuery = (trpc: Procedures, listingId: string) => trpc.listings.get.queryOptions({ listingId })

export const similarQuery = (trpc: Procedures, listingId: string) => trpc.listings.similar.queryOptions({ listingId })

export const advertisedQuery = (trpc: Procedures) =>
  trpc.listings.advertised.infiniteQueryOptions({ limit: 8 }, byCursor)

export const categoryListingsQuery = (trpc: Procedures, categoryId: string) =>
  trpc.listings.byCategory.infiniteQueryOptions({ categoryId }, byCursor)

export const favoritesQuery = (trpc: Procedures) => trpc.listings.favorites.infiniteQueryOptions({}, byCursor)

export const myListingsQuery = (trpc: Procedures) => trpc.listings.mine.infiniteQueryOptions({}, byCursor)

export const categoryQuery = (trpc: Procedures, categoryId: string) =>
  trpc.catalog.category.queryOptions({ categoryId })
