import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { ListingCard } from './listing.ts'

/** How many favourites a person may keep. */
export const FAVORITES_MAX = 500

/** Adds a listing to the caller's favourites, or removes it; repeated, it changes nothing. */
export const SetFavoriteInput = z.object({ listingId: Id, favorite: z.boolean() })
export type SetFavoriteInput = z.infer<typeof SetFavoriteInput>
export const SetFavoriteOutput = SetFavoriteInput

/** The caller's favourites with their live state, newest first; removed listings are left out. */
export const ListFavoritesInput = PageInput
export type ListFavoritesInput = z.infer<typeof ListFavoritesInput>
export const ListFavoritesOutput = pageOf(ListingCard)

/** The ids of all the caller's favourites, for the hearts on cards. */
export const FavoriteIdsOutput = z.array(Id)
