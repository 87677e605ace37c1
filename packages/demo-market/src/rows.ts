import type { Prisma } from '@second-ring/database'
import type { Picture } from './pictures.ts'
import { stableId } from './stable-id.ts'
import { type DemoUid, demoUsers } from './users.ts'

/** The rows of the demo market as of a moment, and the pictures that they name. */
export type Market = {
  pictures: Picture[]
  users: Prisma.UserCreateManyInput[]
  categories: Prisma.CategoryCreateManyInput[]
  listings: Prisma.ListingCreateManyInput[]
  orders: (Prisma.OrderCreateManyInput & { id: string; listingId: string })[]
  payments: (Prisma.PaymentCreateManyInput & { id: string; orderId: string; receivedAt: Date })[]
  /** Each of a payment of the market, that has arrived. */
  refunds: (Prisma.RefundCreateManyInput & { id: string; paymentId: string; updatedAt: Date })[]
  claims: (Prisma.ClaimCreateManyInput & { images: string[]; openedAt: Date })[]
  /** Oldest first, as the notes of admins. */
  notes: Prisma.OrderNoteCreateManyInput[]
  caseNotes: Prisma.CaseNoteCreateManyInput[]
  /** Each about an order of the market. */
  notices: (Prisma.NoticeCreateManyInput & { orderId: string })[]
  /** Each about a listing or an order of the market. */
  audit: (Prisma.AuditEntryCreateManyInput & { subjectId: string })[]
}

/** A time of the market, by the hours that have passed since. */
export type HoursAgo = (hours: number) => Date

type Act = Pick<Market['audit'][number], 'actorId' | 'action' | 'subjectId' | 'at' | 'reason'> & {
  subjectType: 'listing' | 'order'
  /** Tells acts of one kind about one subject apart. */
  number?: number
}

/** The audit's entry of what somebody did; the market itself, when `actorId` is null. */
export function act({ number, ...entry }: Act): Market['audit'][number] {
  const { action, subjectId } = entry
  return { id: stableId('act', action, subjectId, ...(number === undefined ? [] : [`${number}`])), ...entry }
}

export function userId(uid: DemoUid): string {
  return stableId('user', uid)
}

export function nameOf(uid: DemoUid): string {
  const person = demoUsers.find(candidate => candidate.uid === uid)
  if (!person) throw new Error(`There is no demo person ${uid}`)
  return person.name
}

/** The reference of a picture at the image host. */
export function address({ name }: Picture): string {
  return `/images/${name}.webp`
}

export function cents(dollars: number): number {
  return Math.round(dollars * 100)
}
