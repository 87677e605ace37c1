import { useMemo } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { trpc } from '#api-client/trpc.ts'

export type Favorites = ReturnType<typeof useFavorites>

/** The favourites of whoever is signed in. A change shows at once, and goes back with a toast when it is rejected. */
export function useFavorites() {
  const utils = trpc.useUtils()
  const { data } = trpc.listings.favoriteIds.useQuery()
  const ids = useMemo(() => data && new Set(data), [data])

  const show = (listingId: string, favorite: boolean) =>
    utils.listings.favoriteIds.setData(undefined, (shown = []) => {
      const others = shown.filter(id => id !== listingId)
      return favorite ? [...others, listingId] : others
    })

  const change = trpc.listings.setFavorite.useMutation({
    // One after the other, so that the last of several quick presses is the one that stays.
    scope: { id: 'favorites' },
    onMutate: async ({ listingId, favorite }) => {
      await utils.listings.favoriteIds.cancel()
      show(listingId, favorite)
    },
    onError: (error, { listingId, favorite }) => {
      show(listingId, !favorite)
      toast.error(messageOf(error))
    },
  })

  return {
    /** Undefined until they are known. */
    ids,
    set: (listingId: string, favorite: boolean) => change.mutate({ listingId, favorite }),
  }
}
