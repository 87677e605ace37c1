import { SearchListingsInput, SearchListingsOutput } from '@second-ring/contracts/search/search-listings'
import { publicProcedure, router } from '../rpc/procedures.ts'
import { searchListings } from './search-listings.ts'

export const searchRouter = router({
  listings: publicProcedure
    .input(SearchListingsInput)
    .output(SearchListingsOutput)
    .query(({ ctx, input }) => searchListings(ctx.platform, input)),
})
