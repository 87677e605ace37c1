import { Nothing } from '@second-ring/contracts/nothing'
import { SearchFacetsInput, SearchFacetsOutput } from '@second-ring/contracts/search/facets'
import {
  ForgetSearchInput,
  ForgetSearchOutput,
  MuteSearchInput,
  MuteSearchOutput,
  SavedSearchesOutput,
  SaveSearchInput,
  SaveSearchOutput,
} from '@second-ring/contracts/search/saved-search'
import { SearchListingsInput, SearchListingsOutput } from '@second-ring/contracts/search/search-listings'
import { SuggestInput, SuggestOutput } from '@second-ring/contracts/search/suggest'
import { router, sharedProcedure, signedInMutation, signedInProcedure } from '#http/trpc/procedures.ts'
import { countFacets } from './count-facets.ts'
import { forgetSearch } from './forget-search.ts'
import { listSaved } from './list-saved.ts'
import { muteSearch } from './mute-search.ts'
import { saveSearch } from './save-search.ts'
import { searchListings } from './search-listings.ts'
import { suggestNames } from './suggest-names.ts'

export const searchRouter = router({
  listings: sharedProcedure
    .input(SearchListingsInput)
    .output(SearchListingsOutput)
    .query(({ ctx, input }) => searchListings(ctx.shared(['listings', 'sellers']), input)),
  facets: sharedProcedure
    .input(SearchFacetsInput)
    .output(SearchFacetsOutput)
    .query(({ ctx, input }) => countFacets(ctx.shared(['listings', 'sellers', 'categories']), input)),
  suggest: sharedProcedure
    .input(SuggestInput)
    .output(SuggestOutput)
    .query(({ ctx, input }) => suggestNames(ctx.shared(['listings', 'sellers']), input)),
  save: signedInMutation
    .input(SaveSearchInput)
    .output(SaveSearchOutput)
    .mutation(({ ctx, input }) => saveSearch(ctx.platform, ctx.caller, input)),
  saved: signedInProcedure
    .input(Nothing)
    .output(SavedSearchesOutput)
    .query(({ ctx }) => listSaved(ctx.platform, ctx.caller)),
  mute: signedInMutation
    .input(MuteSearchInput)
    .output(MuteSearchOutput)
    .mutation(({ ctx, input }) => muteSearch(ctx.platform, ctx.caller, input)),
  forget: signedInMutation
    .input(ForgetSearchInput)
    .output(ForgetSearchOutput)
    .mutation(({ ctx, input }) => forgetSearch(ctx.platform, ctx.caller, input)),
})
