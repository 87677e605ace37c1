import { IdParams } from '@second-ring/contracts/catalog/rest'
import { fromRestAttributes, toRestAttributes } from '@second-ring/contracts/listings/attributes'
import {
  RestAdvertise,
  RestAdvertisedPage,
  RestCategoryPage,
  RestNewProduct,
  RestOwnPage,
  type RestProduct,
  RestProducts,
} from '@second-ring/contracts/listings/rest'
import { centsToDollars } from '@second-ring/contracts/money'
import { Acknowledged, Deleted } from '@second-ring/contracts/wire'
import { readShared } from '#http/response-cache.ts'
import { acknowledge } from '#http/rest/acknowledge.ts'
import { callerOf, callerWithEmail } from '#http/rest/caller.ts'
import { deletion } from '#http/rest/deletion.ts'
import { orError, type RestPlugin } from '#http/rest/rest-routes.ts'
import { takeDescribed } from '#http/rest/take-described.ts'
import { sendList } from '#http/rest/whole-list.ts'
import { answerRepeats } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { advertiseListing } from './advertise-listing.ts'
import { createListing } from './create-listing.ts'
import { findOwnPost } from './find-own-post.ts'
import { listAdvertised } from './list-advertised.ts'
import { listByCategory } from './list-by-category.ts'
import { listOwn } from './list-own.ts'
import type { Post } from './listing-rows.ts'
import { removeListing } from './remove-listing.ts'
import { categoryTopic } from './topics.ts'

function productOf({ imageHost }: Platform, { withEmail }: { withEmail: boolean }): (post: Post) => RestProduct {
  return post => {
    const condition = post.condition.toLowerCase()
    return {
      _id: post.id,
      id: post.categoryId,
      product_name: post.productName,
      image: imageHost.addressOf(post.image),
      condition,
      product_condition: condition,
      description: post.description,
      location: post.location,
      resale_price: centsToDollars(post.resalePriceCents),
      orginal_price: centsToDollars(post.originalPriceCents),
      year_used: post.yearsUsed,
      ...toRestAttributes(post),
      seller_name: post.sellerName,
      email: withEmail ? post.sellerEmail : undefined,
      posted: post.postedAt,
      state: states[post.state],
      advertised: post.advertisedAt !== null,
    }
  }
}

const states: Record<Post['state'], RestProduct['state']> = {
  AVAILABLE: 'available',
  RESERVED: 'reserved',
  SOLD: 'sold',
  REMOVED: 'removed',
}

export const listingsRest: RestPlugin = async (app, { platform }) => {
  app.get(
    '/categories/:id',
    {
      schema: {
        summary: 'A category’s available posts, newest first; the seller’s email only to someone who is signed in',
        params: IdParams,
        querystring: RestCategoryPage,
        response: { 200: RestProducts },
      },
      config: { access: 'anyone', mayShare: true },
    },
    async ({ params, query, caller, sharing }, reply) => {
      const shared = readShared(platform, sharing, [categoryTopic(params.id), 'sellers'])
      return sendList(reply, query, async page => {
        const { items, nextCursor } = await listByCategory(shared, { ...page, categoryId: params.id })
        return { items: items.map(productOf(platform, { withEmail: caller !== null })), nextCursor }
      })
    },
  )

  app.get(
    '/getAddProduct',
    {
      schema: {
        summary: 'The advertised posts that are available',
        querystring: RestAdvertisedPage,
        response: { 200: RestProducts },
      },
      config: { access: 'anyone', mayShare: true },
    },
    async ({ query, caller, sharing }, reply) => {
      const shared = readShared(platform, sharing, ['advertised', 'sellers'])
      return sendList(reply, query, async page => {
        const { items, nextCursor } = await listAdvertised(shared, page)
        return { items: items.map(productOf(platform, { withEmail: caller !== null })), nextCursor }
      })
    },
  )

  app.get(
    '/getProduct',
    {
      schema: {
        summary: 'The seller’s own posts that are not deleted, newest first',
        querystring: RestOwnPage,
        response: { 200: RestProducts },
      },
      config: { access: 'signed in' },
    },
    async (request, reply) => {
      const caller = callerWithEmail(request, request.query.email)
      return sendList(reply, request.query, async page => {
        const { items, nextCursor } = await listOwn(platform, caller, page)
        return { items: items.map(productOf(platform, { withEmail: true })), nextCursor }
      })
    },
  )

  app.post(
    '/addProduct',
    {
      schema: { summary: 'Posts a phone for sale', body: RestNewProduct, response: { 200: Acknowledged } },
      config: { access: 'signed in' },
    },
    async request => {
      const { body } = request
      const { listingId } = await createListing(platform, callerWithEmail(request, body.email), {
        categoryId: body.id,
        productName: body.product_name,
        sellerName: body.seller_name,
        images: [body.image],
        condition: body.condition,
        description: body.description,
        location: body.location,
        resalePriceCents: body.resale_price,
        originalPriceCents: body.orginal_price,
        yearsUsed: body.year_used,
        ...fromRestAttributes(body),
      })
      return { acknowledged: true as const, insertedId: listingId }
    },
  )

  app.post(
    '/addProductTohome',
    {
      schema: {
        summary: 'Advertises the seller’s own post on Home',
        body: RestAdvertise,
        response: { 200: Acknowledged },
      },
      config: { access: 'signed in' },
    },
    async request => {
      const { body } = request
      const caller = body.email === undefined ? callerOf(request) : callerWithEmail(request, body.email)
      return acknowledge(
        answerRepeats(platform, caller, () => {
          const post = {
            listingId: body._id,
            productName: body.product_name,
            image: body.image,
            resalePriceCents: body.resale_price,
          }
          return takeDescribed({
            find: () => findOwnPost(platform, caller, post),
            take: listingId => advertiseListing(platform, caller, { listingId }),
            lostWith: 'ALREADY_ADVERTISED',
          })
        }).then(({ listingId }) => listingId),
      )
    },
  )

  app.delete(
    '/deleteProduct/:id',
    {
      schema: {
        summary: 'Deletes the seller’s own post; not one that is booked or sold',
        params: IdParams,
        response: { 200: Deleted, 409: orError(Deleted) },
      },
      config: { access: 'signed in' },
    },
    async (request, reply) => {
      const removal = removeListing(platform, callerOf(request), { listingId: request.params.id })
      return deletion(reply, removal, 'LISTING_NOT_AVAILABLE')
    },
  )
}
