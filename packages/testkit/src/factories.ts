import { randomUUID } from 'node:crypto'
import type { Role } from '@second-ring/contracts/accounts/account'
import type { OrderState } from '@second-ring/contracts/orders/order'
import type { Database, Prisma } from '@second-ring/database'

export interface UserOverrides {
  email?: string
  name?: string
  role?: Role
  verifiedAt?: Date
  /** When the email was proven; 30 days ago by default, so that the user is trusted. */
  emailVerifiedAt?: Date | null
  identityUid?: string
  createdAt?: Date
}
interface UploadOverrides {
  reference?: string
  userId?: string | null
  /** 256 bits. */
  look?: string
  createdAt?: Date
  dueAt?: Date
}
type ListingOverrides = Partial<Omit<Prisma.ListingUncheckedCreateInput, 'id' | 'orders'>>
type OrderOverrides = Partial<Omit<Prisma.OrderUncheckedCreateInput, 'id' | 'payments' | 'state'>> & {
  state?: OrderState
}

/** Rows for tests, straight into the database; anything can be overridden, and what is needed around them is made. */
export interface Factories {
  /** A user; BUYER by default. */
  user(overrides?: UserOverrides): Promise<{ id: string; email: string; name: string }>
  category(): Promise<{ id: string }>
  /**
   * An upload, which a post by the API needs; of PICTURE without an account by default, as each market has one.
   * @returns its reference
   */
  upload(overrides?: UploadOverrides): Promise<string>
  /** An available listing for $200 (20000 cents). */
  listing(overrides?: ListingOverrides): Promise<{ id: string; sellerId: string; categoryId: string }>
  /** An order in the state PLACED on a listing that it reserves, held for an hour. */
  order(overrides?: OrderOverrides): Promise<{ id: string; listingId: string; buyerId: string; priceCents: number }>
  /** A phone that was handed over and paid through, for its price. */
  sale(listing?: ListingOverrides, order?: OrderOverrides): Promise<Sale>
}

interface Sale {
  listingId: string
  orderId: string
  paymentId: string
  buyerId: string
}

/** A picture's address as the sandbox's image host would give it. */
export const PICTURE = `/images/${'0'.repeat(32)}.webp`

const HOUR_MS = 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)

export function factoriesOf(database: Database): Factories {
  return {
    user: overrides => makeUser(database, overrides),
    category: () => makeCategory(database),
    upload: overrides => makeUpload(database, overrides),
    listing: overrides => makeListing(database, overrides),
    order: overrides => makeOrder(database, overrides),
    sale: (listing, order) => makeSale(database, listing, order),
  }
}

export async function makeUser(database: Database, overrides: UserOverrides = {}) {
  const uid = randomUUID()
  const email = overrides.email ?? `${uid}@example.test`
  const { id, name } = await database.user.create({
    data: { identityUid: uid, name: 'Robin Vale', role: 'BUYER', emailVerifiedAt: daysAgo(30), ...overrides, email },
    select: { id: true, name: true },
  })
  await ensureSession(database, id)
  return { id, name, email }
}

/** Gives a user a session, unless it is there; its id is theirs by default. */
export async function ensureSession(database: Database, userId: string, sessionId = userId): Promise<void> {
  await database.session.createMany({ data: { id: sessionId, userId }, skipDuplicates: true })
}

async function makeUpload(database: Database, overrides: UploadOverrides = {}) {
  const first = overrides.createdAt && { firstUploadedAt: overrides.createdAt }
  const data = { reference: PICTURE, dueAt: new Date(Date.now() + 24 * HOUR_MS), ...first, ...overrides }
  const { reference } = await database.upload.create({ data, select: { reference: true } })
  return reference
}

function makeCategory(database: Database) {
  const slug = `category-${randomUUID()}`
  return database.category.create({ data: { name: slug, slug, image: PICTURE }, select: { id: true } })
}

async function makeListing(database: Database, overrides: ListingOverrides = {}) {
  return database.listing.create({
    data: {
      productName: 'Aurora 12',
      images: [PICTURE],
      condition: 'GOOD',
      description: 'Works as it should; the battery is at 91 %.',
      location: 'Portland, Oregon',
      resalePriceCents: 20_000,
      originalPriceCents: 59_900,
      yearsUsed: 2,
      sellerName: 'Robin Vale',
      ...overrides,
      categoryId: overrides.categoryId ?? (await makeCategory(database)).id,
      sellerId: overrides.sellerId ?? (await makeUser(database, { role: 'SELLER' })).id,
    },
    select: { id: true, sellerId: true, categoryId: true },
  })
}

async function makeOrder(database: Database, overrides: OrderOverrides = {}) {
  const listingId = overrides.listingId ?? (await makeListing(database, { state: 'RESERVED' })).id
  return database.order.create({
    data: {
      productName: 'Aurora 12',
      productImage: PICTURE,
      priceCents: 20_000,
      meetingPlace: 'Central Library',
      phone: '+1 555 010 0199',
      reservedUntil: new Date(Date.now() + HOUR_MS),
      ...whatGoesWith(overrides.state),
      ...overrides,
      listingId,
      buyerId: overrides.buyerId ?? (await makeUser(database)).id,
    },
    select: { id: true, listingId: true, buyerId: true, priceCents: true },
  })
}

async function makeSale(database: Database, listing: ListingOverrides = {}, order: OrderOverrides = {}): Promise<Sale> {
  const { id: listingId } = await makeListing(database, { ...listing, state: 'SOLD' })
  const priceCents = listing.resalePriceCents ?? 20_000
  const made = await makeOrder(database, { priceCents, ...order, listingId, state: 'HANDED_OVER' })
  const { id: orderId, buyerId, priceCents: amountCents } = made
  const paid = { state: 'SUCCEEDED', receivedAt: new Date() } as const
  const { id: paymentId } = await database.payment.create({
    data: { orderId, buyerId, intentId: `pi_${orderId}`, amountCents, ...paid },
    select: { id: true },
  })
  return { listingId, orderId, paymentId, buyerId }
}

const ended = {
  HANDED_OVER: 'HANDED_OVER',
  CLAIMED: 'HANDED_OVER',
  RETURNING: 'HANDED_OVER',
  RELEASED: 'HANDED_OVER',
  PARTLY_REFUNDED: 'HANDED_OVER',
  CANCELLED: 'CANCELLED_BY_BUYER',
  EXPIRED: 'EXPIRED',
  REFUNDED: 'REFUNDED_BY_SELLER',
} as const

/** What the database asks for beside an order's state. */
function whatGoesWith(state: unknown) {
  if (typeof state !== 'string' || state === 'PLACED') return {}
  const now = new Date()
  if (state in ended) {
    const ending = { ending: ended[state as keyof typeof ended], endedAt: now }
    if (state === 'HANDED_OVER') return { ...ending, protectedUntil: new Date(now.getTime() + 48 * HOUR_MS) }
    if (state === 'PARTLY_REFUNDED') return { ...ending, releasedAt: now, giveBackCents: 1 }
    return state === 'RELEASED' ? { ...ending, releasedAt: now } : ending
  }
  return { paidAt: now, handoverDueAt: new Date(now.getTime() + 14 * 24 * HOUR_MS), handoverCode: '123456' }
}
