import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { inOrder, SearchFilters } from './filters.ts'

/** Saves a search: its owner learns of each new listing that matches. At least one filter; the same one is saved once. */
export const SaveSearchInput = SearchFilters.check(...inOrder)
export type SaveSearchInput = z.infer<typeof SaveSearchInput>
/** `created` is false when it was saved already. */
export const SaveSearchOutput = z.object({ savedSearchId: Id, created: z.boolean() })

export const SavedSearch = z.object({ id: Id, filters: SearchFilters, savedAt: Instant, muted: z.boolean() })
export type SavedSearch = z.infer<typeof SavedSearch>
/** All of the caller's, last saved first. */
export const SavedSearchesOutput = z.array(SavedSearch)

export const ForgetSearchInput = z.object({ savedSearchId: Id })
export type ForgetSearchInput = z.infer<typeof ForgetSearchInput>
export const ForgetSearchOutput = ForgetSearchInput

/** Turns the notifications of a saved search off or on; it stays saved. */
export const MuteSearchInput = z.object({ savedSearchId: Id, muted: z.boolean() })
export type MuteSearchInput = z.infer<typeof MuteSearchInput>
export const MuteSearchOutput = MuteSearchInput
