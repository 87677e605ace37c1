import * as z from 'zod/mini'
import { searchLine } from '../text.ts'
import { SEARCH_MAX_LENGTH } from './filters.ts'

export const SUGGESTIONS_MAX = 8

/** What someone may be about to type. */
export const SuggestInput = z.object({ text: searchLine(SEARCH_MAX_LENGTH) })
export type SuggestInput = z.infer<typeof SuggestInput>
/** Names of products that are for sale, eight at the most. */
export const SuggestOutput = z.array(z.string())
