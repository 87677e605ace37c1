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
  /** Whoever has booked it, whether they have paid and have the phone, and whether its seller has the money. */
  deal?: {
    buyer: Extract<DemoUid, `demo-buyer${string}`>
    booked: number
    paid?: number
    handedOver?: number
    /** By the buyer, who says that all is fine, unless their time was over. */
    released?: number
    meetingPlace: string
    phone: string
  }
}

/** The listings of one category. */
export type DemoListings = { category: CategorySlug; listings: readonly DemoListing[] }
