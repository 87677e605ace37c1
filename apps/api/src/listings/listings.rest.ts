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
import { acknowledge } from '#http/rest/acknowledge.ts'
import { deletion } from '#http/rest/deletion.ts'
import { callerOf, callerWithEmail, type Endpoint, endpoint, listEndpoint } from '#http/rest/endpoint.ts'
import { takeDescribed } from '#http/rest/take-described.ts'
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

export const listingsRest: Endpoint[] = [
  listEndpoint({
    path: '/categories/:id',
    summary: 'A category’s available posts, newest first; the seller’s email only to someone who is signed in',
    access: 'anyone',
    params: IdParams,
    query: RestCategoryPage,
    answer: RestProducts,
    shared: ({ params }) => [categoryTopic(params.id), 'sellers'],
    isPlain: true,
    async readPage({ platform, caller }, { params }, page) {
      const { items, nextCursor } = await listByCategory(platform, { ...page, categoryId: params.id })
      return { items: items.map(productOf(platform, { withEmail: caller !== null })), nextCursor }
    },
  }),
  listEndpoint({
    path: '/getAddProduct',
    summary: 'The advertised posts that are available',
    access: 'anyone',
    query: RestAdvertisedPage,
    answer: RestProducts,
    shared: () => ['advertised', 'sellers'],
    isPlain: true,
    async readPage({ platform, caller }, _, page) {
      const { items, nextCursor } = await listAdvertised(platform, page)
      return { items: items.map(productOf(platform, { withEmail: caller !== null })), nextCursor }
    },
  }),
  listEndpoint({
    path: '/getProduct',
    summary: 'The seller’s own posts that are not deleted, newest first',
    access: 'signed in',
    query: RestOwnPage,
    answer: RestProducts,
    async readPage(call, { query }, page) {
      const { items, nextCursor } = await listOwn(call.platform, callerWithEmail(call, query.email), page)
      return { items: items.map(productOf(call.platform, { withEmail: true })), nextCursor }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/addProduct',
    summary: 'Posts a phone for sale',
    access: 'signed in',
    body: RestNewProduct,
    answer: Acknowledged,
    async handle(call, { body }) {
      const caller = callerWithEmail(call, body.email)
      const { listingId } = await createListing(call.platform, caller, {
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
  }),
  endpoint({
    method: 'POST',
    path: '/addProductTohome',
    summary: 'Advertises the seller’s own post on Home',
    access: 'signed in',
    body: RestAdvertise,
    answer: Acknowledged,
    handle(call, { body }) {
      const caller = body.email === undefined ? callerOf(call) : callerWithEmail(call, body.email)
      return acknowledge(
        answerRepeats(call.platform, caller, () => {
          const post = {
            listingId: body._id,
            productName: body.product_name,
            image: body.image,
            resalePriceCents: body.resale_price,
          }
          return takeDescribed({
            find: () => findOwnPost(call.platform, caller, post),
            take: listingId => advertiseListing(call.platform, caller, { listingId }),
            lostWith: 'ALREADY_ADVERTISED',
          })
        }).then(({ listingId }) => listingId),
      )
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/deleteProduct/:id',
    summary: 'Deletes the seller’s own post; not one that is booked or sold',
    access: 'signed in',
    params: IdParams,
    answer: Deleted,
    refusedAs: 409,
    handle: (call, { params }) =>
      deletion(
        call.reply,
        removeListing(call.platform, callerOf(call), { listingId: params.id }),
        'LISTING_NOT_AVAILABLE',
      ),
  }),
]
