import { PICTURE } from '@second-ring/testkit'
import { oldBooking, oldProduct } from './old-payloads.ts'
import type { TestUser } from './rest-client.ts'
import type { Caller, Scene } from './scene.ts'

type Expected = number | Record<Caller, number>

/** One call of the wire contract, as each caller makes it for themselves. */
export interface ContractCall {
  /** As `/openapi.json` writes it. */
  call: string
  path(scene: Scene, caller: TestUser): string
  body?(scene: Scene, caller: TestUser): object
  /** What each caller gets; one number is everyone's, those who are not signed in included. */
  answers: Expected
  /** The keys of an answer of 200, optional ones with a `?`; `keysOfEach` are those of a list's items. */
  keys?: string
  keysOfEach?: string
}

const everyone = (status: number) => ({
  buyer: status,
  'another buyer': status,
  seller: status,
  'another seller': status,
  admin: status,
})
const made = 'acknowledged insertedId'
const product =
  '_id id product_name image condition product_condition description location resale_price orginal_price year_used year_of_purchase? seller_name posted state advertised email?'
const order = '_id name product product_img email price location phone paid? state status? handover_code?'
const user = '_id name email role status?'
const sellers = { seller: 200, 'another seller': 200, buyer: 403, 'another buyer': 403, admin: 403 }
const admins = { ...everyone(403), admin: 200 }

/** Every call that takes the product's access token or none, with a payload that is good for the buyer, seller or admin. */
export const contractCalls: ContractCall[] = [
  {
    call: 'GET /users/admin/{email}',
    path: ({ people }) => `/users/admin/${people.buyer.email}`,
    answers: { ...admins, buyer: 200 },
    keys: 'isAdmin',
  },
  {
    call: 'GET /users/seller/{email}',
    path: ({ people }) => `/users/seller/${people.seller.email}`,
    answers: { ...admins, seller: 200 },
    keys: 'isSeller',
  },
  { call: 'GET /users/Buyer', path: () => '/users/Buyer', answers: admins, keysOfEach: user },
  { call: 'GET /users/Seller', path: () => '/users/Seller', answers: admins, keysOfEach: user },
  {
    call: 'POST /users/{id}',
    path: ({ people }) => `/users/${people.seller.id}`,
    body: () => ({ verified: 'verified' }),
    answers: admins,
    keys: 'acknowledged matchedCount modifiedCount',
  },
  {
    call: 'POST /users/{id}/suspension',
    path: ({ people }) => `/users/${people['another buyer'].id}/suspension`,
    body: () => ({ reason: 'Sold phones that were not theirs' }),
    answers: admins,
    keys: 'acknowledged modifiedCount',
  },
  {
    call: 'DELETE /users/{id}/suspension',
    path: ({ people }) => `/users/${people['another buyer'].id}/suspension`,
    answers: admins,
    keys: 'acknowledged modifiedCount',
  },
  {
    call: 'POST /users/{id}/payout-freeze',
    path: ({ people }) => `/users/${people['another seller'].id}/payout-freeze`,
    body: () => ({ reason: 'Buyers report locked phones' }),
    answers: admins,
    keys: 'acknowledged modifiedCount',
  },
  {
    call: 'DELETE /users/{id}/payout-freeze',
    path: ({ people }) => `/users/${people['another seller'].id}/payout-freeze`,
    answers: admins,
    keys: 'acknowledged modifiedCount',
  },
  {
    call: 'DELETE /users/{id}',
    path: ({ people }) => `/users/${people['another buyer'].id}`,
    answers: admins,
    keys: 'acknowledged deletedCount',
  },
  { call: 'GET /categories', path: () => '/categories', answers: 200, keysOfEach: '_id name image' },
  {
    call: 'GET /categories/{id}',
    path: ({ categoryId }) => `/categories/${categoryId}`,
    answers: 200,
    keysOfEach: product,
  },
  {
    call: 'POST /addProduct',
    path: () => '/addProduct',
    body: ({ categoryId }, { email }) => oldProduct({ categoryId, email }),
    answers: sellers,
    keys: made,
  },
  {
    call: 'GET /getProduct',
    path: ({ people }) => `/getProduct?email=${people.seller.email}`,
    answers: { ...everyone(403), seller: 200 },
    keysOfEach: product,
  },
  {
    call: 'POST /addProductTohome',
    path: () => '/addProductTohome',
    body: ({ available }) => ({ product_name: available.name, image: PICTURE, resale_price: '200' }),
    answers: { ...everyone(403), seller: 200, 'another seller': 404 },
    keys: made,
  },
  { call: 'GET /getAddProduct', path: () => '/getAddProduct?email=undefined', answers: 200, keysOfEach: product },
  {
    call: 'DELETE /deleteProduct/{id}',
    path: ({ available }) => `/deleteProduct/${available.id}`,
    answers: { ...everyone(403), seller: 200, 'another seller': 404 },
    keys: 'acknowledged deletedCount',
  },
  {
    call: 'POST /admin/listings/{id}/removal',
    path: ({ available }) => `/admin/listings/${available.id}/removal`,
    body: () => ({ reason: 'Posted twice' }),
    answers: admins,
    keys: 'acknowledged deletedCount',
  },
  {
    call: 'POST /orders',
    path: () => '/orders',
    body: ({ available }, { email }) => oldBooking({ product: available.name, email, price: '200.00' }),
    answers: everyone(200),
    keys: 'acknowledged insertedId? message?',
  },
  {
    call: 'GET /orders',
    path: ({ people }) => `/orders?email=${people.buyer.email}`,
    answers: { ...everyone(403), buyer: 200 },
    keysOfEach: order,
  },
  {
    call: 'GET /orders/{id}',
    path: scene => `/orders/${scene.order.id}`,
    answers: { ...everyone(404), buyer: 200, seller: 200, admin: 200 },
    keys: order,
  },
  {
    call: 'POST /orders/{id}/handover',
    path: scene => `/orders/${scene.order.id}/handover`,
    body: () => ({ code: '123456' }),
    answers: { ...everyone(403), seller: 409, 'another seller': 404 },
  },
  {
    call: 'POST /create-payment-intent',
    path: () => '/create-payment-intent',
    body: scene => ({ price: '200', bookingId: scene.order.id }),
    answers: { ...everyone(404), buyer: 200 },
    keys: 'clientSecret',
  },
  {
    call: 'POST /payments',
    path: () => '/payments',
    body: (scene, { email }) => ({
      price: 200,
      transactionId: scene.order.transactionId,
      email,
      bookingId: scene.order.id,
    }),
    answers: { ...everyone(404), buyer: 409 },
    keys: made,
  },
  {
    call: 'POST /account/start-selling',
    path: () => '/account/start-selling',
    answers: { ...everyone(200), admin: 403 },
    keys: 'acknowledged modifiedCount',
  },
]

/** The calls that take the identity provider's ID token, or nothing of the kind: their answers stand in accounts' file. */
export const otherCalls = ['GET /jwt', 'POST /users', 'POST /token-sync', 'DELETE /token-sync']
