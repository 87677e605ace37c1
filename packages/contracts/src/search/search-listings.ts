import * as z from 'zod/mini'
import { ListingCard } from '../listings/listing.ts'
import { PageInput, pageOf } from '../paging.ts'
import { inOrder, SearchFilters } from './filters.ts'

export const sorts = ['relevance', 'newest', 'price-up', 'price-down'] as const
export const Sort = z.enum(sorts)
export type Sort = z.infer<typeof Sort>

/**
 * The listings for sale that match, page by page. By relevance those come first whose name is the text, then those whose
 * name holds it, then those whose name holds what of it names ever do ('iphone 13' of 'iphone 13 portland'), then the
 * others; within each the newest first. Without a text it is the same as newest.
 */
export const SearchListingsInput = z
  .extend(z.extend(SearchFilters, PageInput.shape), {
    sort: z._default(Sort, 'relevance'),
    /** Searches for the words as they are, also when others are more likely meant. */
    exact: z._default(z.boolean(), false),
  })
  .check(...inOrder)
export type SearchListingsInput = z.infer<typeof SearchListingsInput>
export const SearchListingsOutput = z.extend(pageOf(ListingCard), {
  /** What was searched for instead of the text, which nothing or next to nothing holds; null when it was the text. */
  correctedTo: z.nullable(z.string()),
})
