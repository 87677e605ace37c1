import { PICTURE } from '@second-ring/testkit'
import fc from 'fast-check'
import type { Hints } from './arbitrary-of.ts'
import { hintsOfDeals } from './deals.ts'
import type { Order, Props } from './stage.ts'
import type { Caller } from './wire.ts'

type Values = fc.Arbitrary<unknown>

/** What fields of a name are best filled with, so that most calls get behind their checks. */
export function hintsOf(props: Props, { caller, target }: { caller: Caller; target: string }): Hints {
  const cursor = mostly(oneOf(props.cursors[target] ?? 'x'), oneOf('x', ...Object.values(props.cursors)))
  return { ...common(props, caller), cursor, ...byTarget(props)[target] }
}

function common({ categoryId, productName, listings, orders, ...props }: Props, caller: Caller): Hints {
  const ofListings = idOf(...Object.values(listings).flat())
  const all = allOf(orders)
  const ofOrders = idOf(...all.map(({ orderId }) => orderId))
  const users = idOf(...props.sellersToVerify, ...props.peopleToRemove)
  const emails = [...Object.values(props.emails), ...props.newcomers.map(({ email }) => email)]
  return {
    id: fc.oneof(ofListings, ofOrders, users, fc.constant(categoryId)),
    _id: ofListings,
    categoryId: idOf(categoryId),
    listingId: ofListings,
    productId: ofListings,
    orderId: ofOrders,
    bookingId: ofOrders,
    userId: users,
    // Most calls want the caller's own.
    email: mostly(oneOf(props.emails[caller] ?? emails[0] ?? ''), oneOf(...emails)),
    idToken: oneOf(...props.newcomers.map(({ idToken }) => idToken)),
    transactionId: oneOf(...all.map(({ transactionId }) => transactionId), 'pi_x'),
    code: mostly(oneOf(props.handoverCode), oneOf('000000', '12 34 56')),
    phone: oneOf('+1 555 010 0199', '555 0100', 5550100),
    images: oneOf(PICTURE),
    image: oneOf(PICTURE),
    product_img: oneOf(PICTURE),
    product: oneOf('Aurora 12', productName),
    product_name: oneOf('Aurora 12', productName),
    price: oneOf(200, '200', ' 200.00 '),
    expectedPriceCents: mostly(oneOf(20_000), oneOf(100, 19_999)),
    resale_price: oneOf(200, '200.00'),
    orginal_price: oneOf(0.5, '199.99', 999999.99),
    year_used: oneOf(1, '2'),
    condition: oneOf('good', 'Excellent', ' fair '),
    sellerName: oneOf('Ana', 'Zoë Ångström'),
    seller_name: oneOf('Ana', 'Zoë Ångström'),
    productName: oneOf('Aurora 12', productName),
    description: oneOf('Works.', 'Zwei Kratzer, sonst gut.'),
    name: oneOf('Ana', 'Zoë Ångström', '山田 太郎'),
    limit: oneOf(1, 2, 20),
    action: oneOf('order.', 'account.register', ''),
  }
}

/** What calls that end something are mostly given is not what others live from. */
function byTarget({
  categoryId,
  spareCategories,
  listings,
  orders,
  sellerId,
  payoutAccountId,
  sellersToVerify,
  peopleToRemove,
  adminsToRemove,
  factor,
  savedSearches,
  proposalId,
  deals,
  retiredSlugs,
  goneListings,
}: Props): Record<string, Hints> {
  const all = allOf(orders)
  const anyOrder = idOf(...all.map(({ orderId }) => orderId))
  const anyListing = idOf(...Object.values(listings).flat())
  const order = (...of: Order[]) => mostly(oneOf(...of.map(({ orderId }) => orderId)), anyOrder)
  const listing = (ids: string[]) => mostly(oneOf(...ids), anyListing)
  const { charged, toPay, toCancel, toHandOver, toClaim, toRefund } = orders
  const paying = { orderId: order(charged), bookingId: order(charged), transactionId: oneOf(charged.transactionId) }
  const category = { id: idOf(categoryId) }
  const spare = { categoryId: idOf(...spareCategories), toCategoryId: idOf(...spareCategories) }
  return {
    ...hintsOfDeals(deals, anyOrder),
    'catalog.retired': { slug: oneOf(...retiredSlugs) },
    'listings.gone': { listingId: idOf(...goneListings) },
    'catalog.rename': spare,
    'catalog.changePicture': spare,
    'catalog.place': spare,
    'catalog.retire': spare,
    'catalog.restore': spare,
    'catalog.movePosts': spare,
    'listings.seller': { sellerId: idOf(sellerId) },
    'listings.bySeller': { sellerId: idOf(sellerId) },
    'GET /sitemap/sellers/:first.xml': { first: idOf(sellerId) },
    'GET /sitemap/listings/:first.xml': { first: anyListing },
    'accounts.removeUser': { userId: idOf(...peopleToRemove) },
    'accounts.requestDeletion': { confirmation: oneOf('DELETE', ' delete ') },
    'accounts.proposeRemoval': { userId: idOf(...adminsToRemove) },
    'factor.startPasskey': { setUp: fc.constant(undefined) },
    'factor.removePasskey': { passkeyId: idOf(...factor.passkeys) },
    'factor.revokeToken': { tokenId: idOf(...factor.tokens) },
    'factor.proveByCode': { code: oneOf(...factor.recoveryCodes) },
    'accounts.withdrawRemoval': { userId: idOf(...adminsToRemove) },
    'accounts.byId': { userId: idOf(...peopleToRemove) },
    'accounts.listingsOf': { userId: idOf(...peopleToRemove) },
    'accounts.ordersOf': { userId: idOf(...peopleToRemove) },
    'accounts.sessionsOf': { userId: idOf(...peopleToRemove) },
    'accounts.suspend': { userId: idOf(...sellersToVerify) },
    'accounts.liftSuspension': { userId: idOf(...sellersToVerify) },
    'POST /users/:id/suspension': { id: idOf(...sellersToVerify) },
    'DELETE /users/:id/suspension': { id: idOf(...sellersToVerify) },
    'accounts.freezePayouts': { userId: idOf(...sellersToVerify) },
    'accounts.releasePayouts': { userId: idOf(...sellersToVerify) },
    'POST /users/:id/payout-freeze': { id: idOf(...sellersToVerify) },
    'DELETE /users/:id/payout-freeze': { id: idOf(...sellersToVerify) },
    'accounts.unverifySeller': { userId: idOf(...sellersToVerify) },
    'accounts.verifySeller': { userId: idOf(...sellersToVerify) },
    'DELETE /users/:id': { id: idOf(...peopleToRemove) },
    'POST /users/:id': { id: idOf(...sellersToVerify) },
    'GET /categories/:id': category,
    'GET /orders/:id': { id: anyOrder },
    'POST /addProduct': category,
    'DELETE /deleteProduct/:id': { id: listing(listings.toRemove) },
    'listings.remove': { listingId: listing(listings.toRemove) },
    'listings.removeAny': { listingId: listing(listings.toTakeDown) },
    'POST /admin/listings/:id/removal': { id: listing(listings.toTakeDown) },
    'reports.dismiss': { listingId: listing(listings.reported), until: oneOf('2099-01-01T00:00:00.000Z') },
    'listings.stopAdvertising': { listingId: listing(listings.advertised) },
    'orders.place': { listingId: listing(listings.toBuy) },
    'POST /orders': { productId: listing(listings.toBuy) },
    'listings.edit': { listingId: listing(listings.kept) },
    'listings.advertise': { listingId: listing(listings.kept) },
    'POST /addProductTohome': { _id: listing(listings.kept) },
    'orders.joinWaitingList': { listingId: listing(toPay.map(({ listingId }) => listingId)) },
    'orders.cancel': { orderId: order(...toCancel) },
    'orders.handOver': { orderId: order(toHandOver) },
    'POST /orders/:id/handover': { id: order(toHandOver) },
    'orders.claimHandover': { orderId: order(toClaim) },
    'orders.reportNoShow': { orderId: order(toClaim) },
    'orders.proposeCancellation': { orderId: order(toClaim) },
    'orders.acceptProposal': { orderId: order(toClaim), proposalId: oneOf(proposalId) },
    'search.mute': { savedSearchId: oneOf(...savedSearches) },
    'search.forget': { savedSearchId: oneOf(...savedSearches) },
    'orders.renewHandoverCode': { orderId: order(...toRefund, toHandOver) },
    'payments.createIntent': { orderId: order(...toPay) },
    'POST /create-payment-intent': { bookingId: order(...toPay) },
    'payments.confirm': paying,
    'POST /payments': paying,
    'payments.refund': { orderId: order(...toRefund) },
    'POST /webhooks/connected-accounts': {
      account: oneOf(payoutAccountId, 'acct_x'),
      type: oneOf('account.updated', 'account.application.deauthorized', 'payout.paid', 'payout.failed'),
    },
    'POST /webhooks/card-payments': {
      id: oneOf(...all.map(({ transactionId }) => transactionId), 'pi_x'),
      type: oneOf('payment_intent.succeeded', 'payment_intent.payment_failed', 'charge.refunded', 'customer.created'),
      status: oneOf('succeeded', 'canceled', 'requires_action'),
    },
  }
}

function allOf({ toPay, toCancel, charged, toHandOver, toClaim, toRefund }: Props['orders']): Order[] {
  return [...toPay, ...toCancel, charged, toHandOver, toClaim, ...toRefund]
}

function oneOf(...values: (string | number)[]): Values {
  return fc.constantFrom(...values)
}

function mostly(value: Values, other: Values): Values {
  return fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: other })
}

/** One of these ids; sometimes one of nothing. */
function idOf(...ids: string[]): Values {
  return fc.oneof({ weight: 12, arbitrary: oneOf(...ids) }, { weight: 1, arbitrary: fc.uuid() })
}
