import type { Database } from '@second-ring/database'
import { type SandboxControls, sandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import { PICTURE } from '@second-ring/testkit'
import type Stripe from 'stripe'
import { insist } from '../insist.ts'
import { CARD_SECRET_KEY, type Product, stripeOf } from '../product/product.ts'
import type { Random } from '../random.ts'
import { createPromises, type Promises } from './promises.ts'
import { createTally, type Tally } from './tally.ts'
import { type Person, signUp } from './users.ts'

/** A phone for sale, as far as the crowd knows. */
export interface Phone {
  id: string
  /** What it was last seen to cost. */
  priceCents: number
  seller: Person
}

export interface Booking {
  id: string
  phone: Phone
  buyer: Person
  /** The intent's, once the buyer has begun to pay. */
  clientSecret: string | null
}

/** Everyone who uses the market, with what they remember of it; the market may long be elsewhere. */
export interface Crowd {
  random: Random
  tally: Tally
  /** What the market has told them. */
  promises: Promises
  /** The card payments as cards and their dashboard reach them. */
  stripe: Stripe
  /** What banks do there. */
  bank: SandboxControls
  /** Where those tell of it. */
  webhooks: Product['webhooks']
  database: Database
  categoryId: string
  buyers: Person[]
  sellers: Person[]
  admins: Person[]
  phones: Phone[]
  bookings: Booking[]
  /** Lets the holds of some unpaid orders run out. */
  letTimePass(): Promise<void>
  /** Has what is due go on to sellers and banks. */
  moveMoney(): Promise<void>
  newcomer(role: 'BUYER' | 'SELLER'): Promise<Person>
}

/** So many phones and bookings are known at a time: the latest. */
export const REMEMBERED = 60

const A_DAY_MS = 24 * 3_600_000
const BUYERS = 12
const SELLERS = 4
const ADMINS = 2
/** So that fees have a tax, whose cents add up too. */
const FEE_TAX_BASIS_POINTS = 1925

interface Gathering {
  product: Product
  random: Random
  database: Database
  letTimePass(): Promise<void>
  moveMoney(): Promise<void>
}

/** Signs everyone up. */
export async function gather(of: Gathering): Promise<Crowd> {
  const { product, random, database, letTimePass, moveMoney } = of
  const promises = createPromises()
  const newcomers = (role: 'BUYER' | 'SELLER' | 'ADMIN', count: number) =>
    Promise.all(Array.from({ length: count }, () => signUp(of, role)))
  const category = { name: 'Aurora', slug: 'aurora', image: '/images/aurora.webp' }
  // No image host is there to draw its AVIF.
  const upload = { reference: PICTURE, dueAt: new Date(Date.now() + A_DAY_MS), renderedAt: new Date() }
  await insist(() => database.upload.createMany({ data: upload, skipDuplicates: true }))
  await insist(() => database.feeTaxRate.create({ data: { basisPoints: FEE_TAX_BASIS_POINTS }, select: { id: true } }))
  const { id: categoryId } = await insist(() => database.category.create({ data: category, select: { id: true } }))
  return {
    random,
    tally: createTally(key => promises.note('refused', key)),
    promises,
    letTimePass,
    moveMoney,
    stripe: stripeOf(product.cardsUrl),
    bank: sandboxControls({ url: product.cardsUrl, secretKey: CARD_SECRET_KEY }),
    webhooks: product.webhooks,
    database,
    categoryId,
    buyers: await newcomers('BUYER', BUYERS),
    sellers: await newcomers('SELLER', SELLERS),
    admins: await newcomers('ADMIN', ADMINS),
    phones: [],
    bookings: [],
    newcomer: role => signUp(of, role),
  }
}
