import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { ListingCard, OwnListing } from './listing.ts'

/** The available listings of a category, newest first. */
export const ListByCategoryInput = z.extend(PageInput, { categoryId: Id })
export type ListByCategoryInput = z.infer<typeof ListByCategoryInput>
export const ListByCategoryOutput = pageOf(ListingCard)

/** The advertised listings that are available, last advertised first. */
export const ListAdvertisedInput = PageInput
export type ListAdvertisedInput = z.infer<typeof ListAdvertisedInput>
export const ListAdvertisedOutput = pageOf(ListingCard)

/** The seller's own listings that are not removed, newest first. */
export const ListOwnInput = PageInput
export type ListOwnInput = z.infer<typeof ListOwnInput>
export const ListOwnOutput = pageOf(OwnListing)
