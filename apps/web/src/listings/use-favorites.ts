import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { toast } from '#ui/toast.ts'

export type Favorites = ReturnType<typeof useFavorites>

/** The favourites of whoever is signed in. A change shows at once, and goes back with a toast when it is rejected. */
export function useFavorites() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { data } = useQuery(trpc.listings.favoriteIds.queryOptions())
  const ids = useMemo(() => data && new Set(data), [data])

  const show = (listingId: string, favorite: boolean) =>
    queryClient.setQueryData(trpc.listings.favoriteIds.queryKey(), (shown = []) => {
      const others = shown.filter(id => id !== listingId)
      return favorite ? [...others, listingId] : others
    })

  const change = useMutation(
    trpc.listings.setFavorite.mutationOptions({
      // One after the other, so that the last of several quick presses is the one that stays.
      scope: { id: 'favorites' },
      onMutate: async ({ listingId, favorite }) => {
        await queryClient.cancelQueries(trpc.listings.favoriteIds.pathFilter())
        show(listingId, favorite)
      },
      onError: (error, { listingId, favorite }) => {
        show(listingId, !favorite)
        toast.error(messageOf(error))
      },
    }),
  )

  return {
    /** Undefined until they are known. */
    ids,
    set: (listingId: string, favorite: boolean) => change.mutate({ listingId, favorite }),
  }
}
