import type { Prisma } from '@second-ring/database'
import { categories } from './categories.ts'
import type { DemoListing } from './listings/demo-listing.ts'
import { shelves } from './listings/shelves.ts'
import { categoryPicture, listingPictures, type Picture } from './pictures.ts'
import { stableDigits, stableId } from './stable-id.ts'
import { type DemoUid, demoUsers } from './users.ts'

const HOUR_MS = 3_600_000
/** How long a booked phone is held, in hours, as the product does unless it learns otherwise. */
const HOLD_HOURS = 48
/** How long a paid phone may wait for its handover, in hours, as in the product. */
const HANDOVER_HOURS = 14 * 24
/** How long after the handover the buyer can report a problem, in hours, as in the product. */
const PROTECTION_HOURS = 48

/** The rows of the demo market as of a moment, and the pictures that they name. */
export type Market = {
  pictures: Picture[]
  users: Prisma.UserCreateManyInput[]
  categories: Prisma.CategoryCreateManyInput[]
  listings: Prisma.ListingCreateManyInput[]
  orders: (Prisma.OrderCreateManyInput & { id: string; listingId: string })[]
  payments: (Prisma.PaymentCreateManyInput & { id: string; orderId: string })[]
  /** Each about a listing or an order of the market. */
  audit: (Prisma.AuditEntryCreateManyInput & { subjectId: string })[]
}

export function marketAt(now: Date): Market {
  const market: Market = { pictures: [], users: [], categories: [], listings: [], orders: [], payments: [], audit: [] }
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  demoUsers.forEach((person, index) => {
    const { uid, email, name, role, verified } = person
    const createdAt = hoursAgo(24 * (90 - index * 4))
    const verifiedAt = verified ? hoursAgo(24 * (44 - index)) : null
    const proven = { createdAt, emailVerifiedAt: createdAt }
    market.users.push({ id: userId(uid), identityUid: uid, email, name, role, ...proven, verifiedAt })
  })
  categories.forEach((category, position) => {
    const picture = categoryPicture(category)
    market.pictures.push(picture)
    const { slug, name } = category
    market.categories.push({ id: stableId('category', slug), slug, name, position, image: address(picture) })
  })
  for (const { category, listings } of shelves) {
    for (const listing of listings) addListing(market, stableId('category', category), listing, hoursAgo)
  }
  return market
}

type HoursAgo = (hours: number) => Date

function addListing(market: Market, categoryId: string, listing: DemoListing, hoursAgo: HoursAgo): void {
  const id = stableId('listing', listing.product, listing.seller)
  const sellerId = userId(listing.seller)
  const pictures = listingPictures(listing)
  // A few minutes this way or that, as people do not post on the hour.
  const postedAt = hoursAgo(listing.posted + (Number.parseInt(id.slice(0, 2), 16) / 256) * 0.9)
  const advertisedAt = listing.advertised === undefined ? null : hoursAgo(listing.advertised)
  market.pictures.push(...pictures)
  market.listings.push({
    id,
    categoryId,
    sellerId,
    sellerName: nameOf(listing.seller),
    productName: listing.product,
    images: pictures.map(address),
    condition: listing.condition,
    description: listing.description,
    location: listing.location,
    resalePriceCents: Math.round(listing.price * 100),
    originalPriceCents: Math.round(listing.original * 100),
    yearsUsed: listing.yearsUsed,
    yearOfPurchase: listing.tellsYear ? hoursAgo(0).getUTCFullYear() - listing.yearsUsed : null,
    ...listing.attributes,
    state: listing.deal ? (listing.deal.paid === undefined ? 'RESERVED' : 'SOLD') : 'AVAILABLE',
    postedAt,
    advertisedAt,
    updatedAt: listing.deal ? hoursAgo(listing.deal.paid ?? listing.deal.booked) : (advertisedAt ?? postedAt),
  })
  market.audit.push(act(sellerId, 'listing.create', 'listing', id, postedAt))
  if (advertisedAt) market.audit.push(act(sellerId, 'listing.advertise', 'listing', id, advertisedAt))
  if (listing.deal) addOrder(market, listing, { listingId: id, productImage: address(pictures[0]) }, hoursAgo)
}

function addOrder(
  market: Market,
  { product, seller, price, deal }: DemoListing,
  { listingId, productImage }: { listingId: string; productImage: string },
  hoursAgo: HoursAgo,
): void {
  if (!deal) return
  const { buyer, booked, paid, meetingPlace, phone } = deal
  const [id, buyerId, priceCents] = [stableId('order', listingId, buyer), userId(buyer), Math.round(price * 100)]
  const [placedAt, reservedUntil] = [hoursAgo(booked), hoursAgo(booked - HOLD_HOURS)]
  const what = { productName: product, productImage, priceCents }
  const where = { meetingPlace, phone, placedAt, reservedUntil }
  market.orders.push({ id, listingId, buyerId, ...what, ...where, ...stateOf(id, deal, hoursAgo) })
  market.audit.push(act(buyerId, 'order.place', 'order', id, placedAt))
  if (paid === undefined) return
  const receivedAt = hoursAgo(paid)
  market.payments.push({
    id: stableId('payment', id),
    orderId: id,
    buyerId,
    intentId: `pi_demo_${id.replaceAll('-', '').slice(0, 24)}`,
    amountCents: priceCents,
    state: 'SUCCEEDED',
    createdAt: new Date(receivedAt.getTime() - 90_000),
    receivedAt,
  })
  market.audit.push(act(null, 'order.pay', 'order', id, receivedAt))
  const { handedOver, released } = deal
  if (handedOver !== undefined)
    market.audit.push(act(userId(seller), 'order.hand-over', 'order', id, hoursAgo(handedOver)))
  if (handedOver === undefined || released === undefined) return
  const isAccepted = handedOver - released < PROTECTION_HOURS
  market.audit.push(act(isAccepted ? buyerId : null, 'order.release-money', 'order', id, hoursAgo(released)))
}

/** What an order's state brings with it. */
function stateOf(
  id: string,
  { booked, paid, handedOver, released }: NonNullable<DemoListing['deal']>,
  hoursAgo: HoursAgo,
) {
  if (paid === undefined) return { state: 'PLACED', updatedAt: hoursAgo(booked) } as const
  const at = hoursAgo(paid)
  const handoverDueAt = hoursAgo(paid - HANDOVER_HOURS)
  const paidFor = { paidAt: at, handoverDueAt, handoverCode: stableDigits(id) }
  if (handedOver === undefined) return { state: 'PAID', ...paidFor, updatedAt: at } as const
  const ended = { ending: 'HANDED_OVER', endedAt: hoursAgo(handedOver) } as const
  const held = { ...paidFor, ...ended, protectedUntil: hoursAgo(handedOver - PROTECTION_HOURS) }
  if (released === undefined) return { state: 'HANDED_OVER', ...held, updatedAt: hoursAgo(handedOver) } as const
  return { state: 'RELEASED', ...held, releasedAt: hoursAgo(released), updatedAt: hoursAgo(released) } as const
}

function act(actorId: string | null, action: string, subjectType: string, subjectId: string, at: Date) {
  return { id: stableId('act', action, subjectId), actorId, action, subjectType, subjectId, at }
}

function userId(uid: DemoUid): string {
  return stableId('user', uid)
}

function nameOf(uid: DemoUid): string {
  const person = demoUsers.find(candidate => candidate.uid === uid)
  if (!person) throw new Error(`There is no demo person ${uid}`)
  return person.name
}

function address({ name }: Picture): string {
  return `/images/${name}.webp`
}
