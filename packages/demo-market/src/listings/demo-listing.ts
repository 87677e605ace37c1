import type { ClaimReason } from '@second-ring/contracts/claims/claim'
import type { Prisma } from '@second-ring/database'
import type { CategorySlug } from '../categories.ts'
import type { DesignName } from '../drawing/designs.ts'
import type { FinishName } from '../drawing/finishes.ts'
import type { DemoUid } from '../users.ts'

/** A listing of the demo market, as a person would tell it. Prices in dollars, times in hours before now. */
export type DemoListing = {
  product: string
  seller: Extract<DemoUid, `demo-seller${string}`>
  condition: 'EXCELLENT' | 'GOOD' | 'FAIR'
  price: number
  original: number
  yearsUsed: number
  /** What else the seller says of the phone. */
  attributes?: Partial<Prisma.ListingCreateManyInput>
  /** Whether the seller says in which year it was bought. */
  tellsYear?: boolean
  location: string
  posted: number
  advertised?: number
  /** What is on the pictures. */
  design: DesignName
  finish: FinishName
  cracked?: boolean
  description: string
  deal?: DemoDeal
}

/** Whoever has booked a phone, whether they have paid and have it, and whether its seller has the money. */
export type DemoDeal = {
  buyer: Extract<DemoUid, `demo-buyer${string}`>
  booked: number
  paid?: number
  handedOver?: number
  /** By the buyer, who says that all is fine, unless their time was over. */
  released?: number
  meetingPlace: string
  phone: string
  /** What the two wrote to each other, oldest first. */
  notes?: readonly { by: 'buyer' | 'seller'; at: number; text: string }[]
  /** What the buyer says is wrong with the phone. The money is held until that is settled. */
  claim?: DemoClaim
}

export type DemoClaim = {
  reason: ClaimReason
  opened: number
  text: string
  /** What the pictures of it show. */
  shows?: 'a crack'
  /** What the buyer wants back, in dollars; all of it when not given. */
  wants?: number
  /** The seller has still to answer when not given. */
  answer?: {
    at: number
    text: string
    /** In dollars, and when the buyer took it; not given of a seller who disagrees, so that an admin decides. */
    offer?: { dollars: number; taken: number }
  }
  /** What the admin wrote about it, oldest first. */
  caseNotes?: readonly { at: number; text: string }[]
}

/** The listings of one category. */
export type DemoListings = { category: CategorySlug; listings: readonly DemoListing[] }
