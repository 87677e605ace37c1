import {
  ListAdvertisedInput,
  ListAdvertisedOutput,
  ListByCategoryInput,
  ListByCategoryOutput,
  ListOwnInput,
  ListOwnOutput,
} from '@second-ring/contracts/listings/browse-listings'
import {
  AdvertiseListingInput,
  AdvertiseListingOutput,
  EditListingInput,
  EditListingOutput,
  RemoveListingInput,
  RemoveListingOutput,
  StopAdvertisingInput,
  StopAdvertisingOutput,
} from '@second-ring/contracts/listings/change-listing'
import { CreateListingInput, CreateListingOutput } from '@second-ring/contracts/listings/create-listing'
import {
  FavoriteIdsOutput,
  ListFavoritesInput,
  ListFavoritesOutput,
  SetFavoriteInput,
  SetFavoriteOutput,
} from '@second-ring/contracts/listings/favorites'
import {
  GetListingInput,
  GoneListing,
  ListingPage,
  SimilarListingsInput,
  SimilarListingsOutput,
} from '@second-ring/contracts/listings/listing-page'
import {
  FlaggedListingsInput,
  FlaggedListingsOutput,
  PriceEstimateInput,
  PriceEstimateOutput,
} from '@second-ring/contracts/listings/price-estimate'
import {
  GetSellerInput,
  ListBySellerInput,
  ListBySellerOutput,
  SellerPage,
} from '@second-ring/contracts/listings/seller-page'
import { Nothing } from '@second-ring/contracts/nothing'
import {
  adminProcedure,
  publicProcedure,
  router,
  sellerMutation,
  sellerProcedure,
  sharedProcedure,
  signedInMutation,
  signedInProcedure,
} from '#http/trpc/procedures.ts'
import { advertiseListing } from './advertise-listing.ts'
import { createListing } from './create-listing.ts'
import { editListing } from './edit-listing.ts'
import { getGoneListing } from './get-gone-listing.ts'
import { getListing } from './get-listing.ts'
import { getSeller } from './get-seller.ts'
import { showAdvertised } from './list-advertised.ts'
import { showCategory } from './list-by-category.ts'
import { listBySeller } from './list-by-seller.ts'
import { listFavoriteIds, listFavorites } from './list-favorites.ts'
import { listFlagged } from './list-flagged.ts'
import { listOwn } from './list-own.ts'
import { listSimilar } from './list-similar.ts'
import { estimatePrice } from './price-estimate.ts'
import { removeListing } from './remove-listing.ts'
import { setFavorite } from './set-favorite.ts'
import { stopAdvertising } from './stop-advertising.ts'
import { categoryTopic, listingTopic } from './topics.ts'

export const listingsRouter = router({
  byCategory: sharedProcedure
    .input(ListByCategoryInput)
    .output(ListByCategoryOutput)
    .query(({ ctx, input }) => showCategory(ctx.shared([categoryTopic(input.categoryId), 'sellers']), input)),
  bySeller: sharedProcedure
    .input(ListBySellerInput)
    .output(ListBySellerOutput)
    .query(({ ctx, input }) => listBySeller(ctx.shared(['listings', 'sellers']), input)),
  seller: sharedProcedure
    .input(GetSellerInput)
    .output(SellerPage)
    .query(({ ctx, input }) => getSeller(ctx.shared(['listings', 'sellers']), input)),
  advertised: sharedProcedure
    .input(ListAdvertisedInput)
    .output(ListAdvertisedOutput)
    .query(({ ctx, input }) => showAdvertised(ctx.shared(['advertised', 'sellers']), input)),
  get: sharedProcedure
    .input(GetListingInput)
    .output(ListingPage)
    .query(({ ctx, input }) => getListing(ctx.shared([listingTopic(input.listingId), 'sellers', 'categories']), input)),
  gone: sharedProcedure
    .input(GetListingInput)
    .output(GoneListing)
    .query(({ ctx, input }) => getGoneListing(ctx.shared([listingTopic(input.listingId), 'categories']), input)),
  similar: sharedProcedure
    .input(SimilarListingsInput)
    .output(SimilarListingsOutput)
    .query(({ ctx, input }) => listSimilar(ctx.shared(['listings', 'sellers']), input)),
  priceBand: publicProcedure
    .input(PriceEstimateInput)
    .output(PriceEstimateOutput)
    .query(({ ctx, input }) => estimatePrice(ctx.platform.database, input)),
  flagged: adminProcedure
    .input(FlaggedListingsInput)
    .output(FlaggedListingsOutput)
    .query(({ ctx, input }) => listFlagged(ctx.platform, ctx.caller, input)),
  mine: sellerProcedure
    .input(ListOwnInput)
    .output(ListOwnOutput)
    .query(({ ctx, input }) => listOwn(ctx.platform, ctx.caller, input)),
  create: sellerMutation
    .input(CreateListingInput)
    .output(CreateListingOutput)
    .mutation(({ ctx, input }) => createListing(ctx.platform, ctx.caller, input)),
  advertise: sellerMutation
    .input(AdvertiseListingInput)
    .output(AdvertiseListingOutput)
    .mutation(({ ctx, input }) => advertiseListing(ctx.platform, ctx.caller, input)),
  remove: sellerMutation
    .input(RemoveListingInput)
    .output(RemoveListingOutput)
    .mutation(({ ctx, input }) => removeListing(ctx.platform, ctx.caller, input)),
  edit: sellerMutation
    .input(EditListingInput)
    .output(EditListingOutput)
    .mutation(({ ctx, input }) => editListing(ctx.platform, ctx.caller, input)),
  stopAdvertising: sellerMutation
    .input(StopAdvertisingInput)
    .output(StopAdvertisingOutput)
    .mutation(({ ctx, input }) => stopAdvertising(ctx.platform, ctx.caller, input)),
  setFavorite: signedInMutation
    .input(SetFavoriteInput)
    .output(SetFavoriteOutput)
    .mutation(({ ctx, input }) => setFavorite(ctx.platform, ctx.caller, input)),
  favorites: signedInProcedure
    .input(ListFavoritesInput)
    .output(ListFavoritesOutput)
    .query(({ ctx, input }) => listFavorites(ctx.platform, ctx.caller, input)),
  favoriteIds: signedInProcedure
    .input(Nothing)
    .output(FavoriteIdsOutput)
    .query(({ ctx }) => listFavoriteIds(ctx.platform, ctx.caller)),
})
