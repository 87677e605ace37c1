import { categories } from './categories.ts'
import { addDeal } from './deals.ts'
import type { DemoListing } from './listings/demo-listing.ts'
import { shelves } from './listings/shelves.ts'
import { categoryPicture, listingPictures } from './pictures.ts'
import { act, address, cents, type HoursAgo, type Market, nameOf, userId } from './rows.ts'
import { stableId } from './stable-id.ts'
import { demoUsers } from './users.ts'

const HOUR_MS = 3_600_000

/** The demo market as of a moment: all times are counted back from it, and all deadlines lie ahead of it. */
export function marketAt(now: Date): Market {
  const market: Market = {
    ...{ pictures: [], users: [], categories: [], listings: [], orders: [], payments: [], refunds: [], claims: [] },
    ...{ notes: [], caseNotes: [], notices: [], audit: [] },
  }
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
    resalePriceCents: cents(listing.price),
    originalPriceCents: cents(listing.original),
    yearsUsed: listing.yearsUsed,
    yearOfPurchase: listing.tellsYear ? hoursAgo(0).getUTCFullYear() - listing.yearsUsed : null,
    ...listing.attributes,
    state: listing.deal ? (listing.deal.paid === undefined ? 'RESERVED' : 'SOLD') : 'AVAILABLE',
    postedAt,
    advertisedAt,
    updatedAt: listing.deal ? hoursAgo(listing.deal.paid ?? listing.deal.booked) : (advertisedAt ?? postedAt),
  })
  const about = { actorId: sellerId, subjectType: 'listing', subjectId: id } as const
  market.audit.push(act({ ...about, action: 'listing.create', at: postedAt }))
  if (advertisedAt) market.audit.push(act({ ...about, action: 'listing.advertise', at: advertisedAt }))
  if (!listing.deal) return
  addDeal(market, { listing, deal: listing.deal, listingId: id, productImage: address(pictures[0]), hoursAgo })
}
