import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useFavorites } from '#listings/use-favorites.ts'
import { placeIn } from './use-waiting-lines.ts'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/** The favourites with those first that only oneself may book now; one of a later page is fetched. */
export function useOffersFirst(listings: readonly ListingCard[] | undefined, pages: Pages) {
  const { ids } = useFavorites()
  const { data: places = [] } = useQuery(useTRPC().orders.myWaitingPlaces.queryOptions())
  const offers = places.filter(place => place.offeredUntil !== null)
  const isOffered = ({ id }: ListingCard) => placeIn(offers, id) !== undefined

  const isMissing = offers.some(({ listingId }) => ids?.has(listingId) && !listings?.some(({ id }) => id === listingId))
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])

  return listings?.toSorted((one, other) => Number(isOffered(other)) - Number(isOffered(one)))
}
