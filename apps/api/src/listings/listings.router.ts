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
  RemoveListingInput,
  RemoveListingOutput,
} from '@second-ring/contracts/listings/change-listing'
import { CreateListingInput, CreateListingOutput } from '@second-ring/contracts/listings/create-listing'
import { publicProcedure, router, sellerProcedure } from '../rpc/procedures.ts'
import { advertiseListing } from './advertise-listing.ts'
import { createListing } from './create-listing.ts'
import { listAdvertised } from './list-advertised.ts'
import { listByCategory } from './list-by-category.ts'
import { listOwn } from './list-own.ts'
import { removeListing } from './remove-listing.ts'

export const listingsRouter = router({
  byCategory: publicProcedure
    .input(ListByCategoryInput)
    .output(ListByCategoryOutput)
    .query(({ ctx, input }) => listByCategory(ctx.platform, input)),
  advertised: publicProcedure
    .input(ListAdvertisedInput)
    .output(ListAdvertisedOutput)
    .query(({ ctx, input }) => listAdvertised(ctx.platform, input)),
  mine: sellerProcedure
    .input(ListOwnInput)
    .output(ListOwnOutput)
    .query(({ ctx, input }) => listOwn(ctx.platform, ctx.actor, input)),
  create: sellerProcedure
    .input(CreateListingInput)
    .output(CreateListingOutput)
    .mutation(({ ctx, input }) => createListing(ctx.platform, ctx.actor, input)),
  advertise: sellerProcedure
    .input(AdvertiseListingInput)
    .output(AdvertiseListingOutput)
    .mutation(({ ctx, input }) => advertiseListing(ctx.platform, ctx.actor, input)),
  remove: sellerProcedure
    .input(RemoveListingInput)
    .output(RemoveListingOutput)
    .mutation(({ ctx, input }) => removeListing(ctx.platform, ctx.actor, input)),
})
