import { addClaim } from './claims.ts'
import type { DemoDeal, DemoListing } from './listings/demo-listing.ts'
import { act, cents, type HoursAgo, type Market, userId } from './rows.ts'
import { stableDigits, stableId } from './stable-id.ts'

/** How long a booked phone is held, in hours, as the product does unless it learns otherwise. */
const HOLD_HOURS = 48
/** How long a paid phone may wait for its handover, in hours, as in the product. */
const HANDOVER_HOURS = 14 * 24
/** How long after the handover the buyer can report a problem, in hours, as in the product. */
const PROTECTION_HOURS = 48

export interface Deal {
  listing: DemoListing
  deal: DemoDeal
  listingId: string
  /** The reference of its cover. */
  productImage: string
  hoursAgo: HoursAgo
}

/** Adds the order of a listing, with its payment, its claim, and what the two wrote. */
export function addDeal(market: Market, { listing, deal, listingId, productImage, hoursAgo }: Deal): void {
  const { buyer, booked, paid, meetingPlace, phone, notes = [], claim } = deal
  const [buyerId, sellerId] = [userId(buyer), userId(listing.seller)]
  const [id, priceCents] = [stableId('order', listingId, buyer), cents(listing.price)]
  const [placedAt, reservedUntil] = [hoursAgo(booked), hoursAgo(booked - HOLD_HOURS)]
  const what = { productName: listing.product, productImage, priceCents }
  const where = { meetingPlace, phone, placedAt, reservedUntil }
  market.orders.push({ id, listingId, buyerId, ...what, ...where, ...stateOf(id, deal, hoursAgo) })
  const about = { subjectType: 'order', subjectId: id } as const
  market.audit.push(act({ ...about, actorId: buyerId, action: 'order.place', at: placedAt }))
  const authors = { buyer: buyerId, seller: sellerId }
  for (const { by, at, text } of notes)
    market.notes.push({ orderId: id, authorId: authors[by], text, createdAt: hoursAgo(at) })
  if (paid === undefined) return
  const receivedAt = hoursAgo(paid)
  const paymentId = stableId('payment', id)
  market.payments.push({
    id: paymentId,
    orderId: id,
    buyerId,
    intentId: `pi_demo_${id.replaceAll('-', '').slice(0, 24)}`,
    amountCents: priceCents,
    state: 'SUCCEEDED',
    createdAt: new Date(receivedAt.getTime() - 90_000),
    receivedAt,
  })
  market.audit.push(act({ ...about, actorId: null, action: 'order.pay', at: receivedAt }))
  const { handedOver, released } = deal
  if (handedOver === undefined) return
  market.audit.push(act({ ...about, actorId: sellerId, action: 'order.hand-over', at: hoursAgo(handedOver) }))
  if (claim) addClaim(market, { orderId: id, paymentId, buyerId, sellerId, listing, claim, hoursAgo })
  if (released === undefined) return
  const actorId = handedOver - released < PROTECTION_HOURS ? buyerId : null
  market.audit.push(act({ ...about, actorId, action: 'order.release-money', at: hoursAgo(released) }))
}

/** What an order's state brings with it. */
function stateOf(id: string, { booked, paid, handedOver, released, claim }: DemoDeal, hoursAgo: HoursAgo) {
  if (paid === undefined) return { state: 'PLACED', updatedAt: hoursAgo(booked) } as const
  const at = hoursAgo(paid)
  const handoverDueAt = hoursAgo(paid - HANDOVER_HOURS)
  const paidFor = { paidAt: at, handoverDueAt, handoverCode: stableDigits(id) }
  if (handedOver === undefined) return { state: 'PAID', ...paidFor, updatedAt: at } as const
  const ended = { ending: 'HANDED_OVER', endedAt: hoursAgo(handedOver) } as const
  const held = { ...paidFor, ...ended, protectedUntil: hoursAgo(handedOver - PROTECTION_HOURS) }
  const offer = claim?.answer?.offer
  if (offer) {
    const releasedAt = hoursAgo(offer.taken)
    const giveBackCents = cents(offer.dollars)
    return { state: 'PARTLY_REFUNDED', ...held, giveBackCents, releasedAt, updatedAt: releasedAt } as const
  }
  if (claim) return { state: 'CLAIMED', ...held, updatedAt: hoursAgo(claim.opened) } as const
  if (released === undefined) return { state: 'HANDED_OVER', ...held, updatedAt: hoursAgo(handedOver) } as const
  return { state: 'RELEASED', ...held, releasedAt: hoursAgo(released), updatedAt: hoursAgo(released) } as const
}
