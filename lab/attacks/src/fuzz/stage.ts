import { registerPasskey } from '@second-ring/api/factor/testing/register'
import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene } from '@second-ring/api/http/rest/testing/scene'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import type { Role } from '@second-ring/contracts/accounts/account'
import { intentOf, type Market } from '@second-ring/testkit'
import type { Hints } from './arbitrary-of.ts'
import { cursorsOf } from './cursors.ts'
import { type Deals, openDeals } from './deals.ts'
import { hintsOf } from './hints.ts'
import type { Caller } from './wire.ts'

/** People, phones and orders that hostile calls can be about, fresh. */
export interface Stage {
  /** Values that lead somewhere when a caller sends them to a target. */
  hintsOf(caller: Caller, target: string): Hints
  /** The `authorization` header of a caller; for targets that end sessions or change the account, of somebody else like them. */
  bearerOf(wire: { caller: Caller; target: string }): Promise<string | undefined>
  /** Tells the product of the charge that nobody may have reported, as the reconciler would a minute later. */
  end(): Promise<void>
}

export interface Order {
  listingId: string
  orderId: string
  transactionId: string
}

/** What is on a stage, by what it is there for. */
export interface Props {
  categoryId: string
  /** Categories without phones, to be changed and retired. */
  spareCategories: string[]
  /** The name of a phone that is for sale. */
  productName: string
  listings: Record<'kept' | 'advertised' | 'toBuy' | 'toRemove' | 'toTakeDown' | 'reported', string[]>
  orders: { toPay: Order[]; toCancel: Order[]; charged: Order; toHandOver: Order; toClaim: Order; toRefund: Order[] }
  deals: Deals
  handoverCode: string
  /** Of categories that were retired. */
  retiredSlugs: string[]
  /** Of listings that were removed. */
  goneListings: string[]
  /** The buyer's. */
  savedSearches: string[]
  /** The buyer's, of the order that the seller may claim to have handed over. */
  proposalId: string
  /** Whose phones are for sale. */
  sellerId: string
  /** Theirs, at the payment provider. */
  payoutAccountId: string
  sellersToVerify: string[]
  peopleToRemove: string[]
  adminsToRemove: string[]
  /** Of the admin who calls `factor.` */
  factor: { passkeys: string[]; recoveryCodes: string[]; tokens: string[] }
  /** Whom the identity provider knows and the product does not. */
  newcomers: { email: string; idToken: string }[]
  emails: Partial<Record<Caller, string>>
  /** By target. */
  cursors: Record<string, string>
}

const DAY_MS = 86_400_000

const changesCaller = [
  'accounts.signOut',
  'accounts.signOutThere',
  'accounts.signOutEverywhere',
  'DELETE /token-sync',
  'accounts.startSelling',
  'POST /account/start-selling',
  'accounts.requestDeletion',
]

/** Sets up a stage. Nothing around it is out of order: whatever answers 5xx on it does so by itself. */
export async function openStage(market: Market): Promise<Stage> {
  const client = restClient(market)
  const { people, categoryId, available } = await makeScene(market, client)
  const { buyer, seller, admin } = people
  const phones = async (count: number, advertisedAt: Date | null = null) =>
    (await times(count, () => market.listing({ sellerId: seller.id, categoryId, advertisedAt }))).map(({ id }) => id)
  const order = (upTo: 'placed' | 'charged' | 'paid') =>
    orderOf(market, { sellerId: seller.id, buyerId: buyer.id, upTo })
  const [toHandOver, toClaim] = [await order('paid'), await order('paid')]
  const { handoverCode } = await market.as(buyer.id).orders.byId({ orderId: toHandOver.orderId })
  const proven = await client.user('ADMIN')
  const newcomers = await times(3, () => client.newcomer())
  const props: Props = {
    categoryId,
    spareCategories: (await times(4, () => market.category())).map(({ id }) => id),
    productName: available.name,
    listings: {
      kept: [available.id, ...(await phones(3))],
      advertised: await phones(4, new Date()),
      toBuy: await phones(8),
      toRemove: await phones(8),
      toTakeDown: await phones(8),
      reported: await reportedBy(market, await phones(6)),
    },
    orders: {
      toPay: await times(3, () => order('placed')),
      toCancel: await times(4, () => order('placed')),
      charged: await order('charged'),
      toHandOver,
      toClaim,
      toRefund: await times(2, () => order('paid')),
    },
    deals: await openDeals(market, { buyerId: buyer.id, sellerId: seller.id, paid: () => order('paid') }),
    handoverCode: handoverCode ?? '',
    retiredSlugs: [await retiredCategory(market, admin.id)],
    goneListings: await gonePhones(market, { sellerId: seller.id, listingIds: await phones(1) }),
    proposalId: await proposalOn(market.as(buyer.id), toClaim),
    savedSearches: await savedSearches(market.as(buyer.id)),
    sellerId: seller.id,
    payoutAccountId: await payoutAccountOf(market, seller.id),
    sellersToVerify: (await times(4, () => client.user('SELLER'))).map(({ id }) => id),
    peopleToRemove: (await times(6, () => client.user())).map(({ id }) => id),
    adminsToRemove: (await times(3, () => client.user('ADMIN'))).map(({ id }) => id),
    factor: await factorOf(market, proven.id),
    newcomers: newcomers.map(({ email, as }) => ({ email, idToken: as.slice('Bearer '.length) })),
    emails: {
      buyer: buyer.email,
      seller: seller.email,
      admin: admin.email,
      ...(newcomers[0] && { newcomer: newcomers[0].email }),
    },
    cursors: {},
  }
  // Of what is there by now.
  props.cursors = await cursorsOf(market, { buyerId: buyer.id, sellerId: seller.id, adminId: admin.id, categoryId })
  const bearers: Record<Caller, string | undefined> = {
    visitor: undefined,
    buyer: buyer.as,
    seller: seller.as,
    admin: admin.as,
    newcomer: newcomers[0]?.as,
    forger: `Bearer ${buyer.as.slice(0, -3)}`,
  }
  const roles: Partial<Record<Caller, Role>> = { buyer: 'BUYER', seller: 'SELLER', admin: 'ADMIN' }
  return {
    hintsOf: (caller, target) => hintsOf(props, { caller, target }),
    bearerOf: async ({ caller, target }) => {
      const role = roles[caller]
      if (role === 'ADMIN' && target.startsWith('factor.')) return proven.as
      return role && changesCaller.includes(target) ? (await client.user(role)).as : bearers[caller]
    },
    end: async () => {
      await settlePayment(market.platform, { intentId: props.orders.charged.transactionId })
    },
  }
}

function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make))
}

/** Gives an admin passkeys, codes and tokens, and a proof that counts for as long as the fuzzing takes. */
async function factorOf(market: Market, adminId: string): Promise<Props['factor']> {
  const { recoveryCodes } = await registerPasskey(market, adminId)
  await registerPasskey(market, adminId)
  await registerPasskey(market, adminId)
  const { factor } = market.as(adminId)
  await factor.makeToken()
  const provenAt = new Date(Date.now() + DAY_MS)
  await market.database.factorProof.updateMany({ where: { userId: adminId }, data: { provenAt } })
  const { passkeys, tokens } = await factor.mine()
  return { passkeys: passkeys.map(({ id }) => id), recoveryCodes, tokens: tokens.map(({ id }) => id) }
}

async function retiredCategory(market: Market, adminId: string): Promise<string> {
  const { id: categoryId } = await market.category()
  await market.as(adminId).catalog.retire({ categoryId })
  return (await market.database.category.findUniqueOrThrow({ where: { id: categoryId } })).slug
}

async function gonePhones(
  market: Market,
  { sellerId, listingIds }: { sellerId: string; listingIds: string[] },
): Promise<string[]> {
  for (const listingId of listingIds) await market.as(sellerId).listings.remove({ listingId })
  return listingIds
}

/** Has two new users report each of the listings. */
async function reportedBy(market: Market, listingIds: string[]): Promise<string[]> {
  for (const reporter of [await market.asBuyer(), await market.asBuyer()]) {
    for (const listingId of listingIds) await reporter.reports.file({ listingId, reason: 'OTHER', text: 'Look' })
  }
  return listingIds
}

async function proposalOn(buyer: ReturnType<Market['as']>, { orderId }: Order): Promise<string> {
  const meeting = { orderId, meetingPlace: 'Station', meetingTime: null }
  return (await buyer.orders.proposeMeeting(meeting)).proposalId
}

async function savedSearches(buyer: ReturnType<Market['as']>): Promise<string[]> {
  const saved = await Promise.all(['Aurora', 'Borealis', 'Comet'].map(text => buyer.search.save({ text })))
  return saved.map(({ savedSearchId }) => savedSearchId)
}

/** The account that a seller has begun to set up. */
async function payoutAccountOf(market: Market, userId: string): Promise<string> {
  await market.as(userId).payouts.startOnboarding()
  const { providerAccountId } = await market.database.payoutAccount.findUniqueOrThrow({ where: { userId } })
  return providerAccountId
}

async function orderOf(
  market: Market,
  { sellerId, buyerId, upTo }: { sellerId: string; buyerId: string; upTo: 'placed' | 'charged' | 'paid' },
): Promise<Order> {
  const { id: listingId } = await market.listing({ sellerId })
  const buyer = market.as(buyerId)
  const { orderId } = await buyer.orders.place({
    listingId,
    phone: '555 0100',
    meetingPlace: 'Library',
    expectedPriceCents: 20_000,
  })
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const transactionId = intentOf(clientSecret)
  if (upTo !== 'placed') await market.card.pay(clientSecret)
  if (upTo === 'paid') await buyer.payments.confirm({ orderId, transactionId })
  return { listingId, orderId, transactionId }
}
