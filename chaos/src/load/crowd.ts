import type { Database } from '@second-ring/database'
import Stripe from 'stripe'
import { insist } from '../insist.ts'
import { CARD_SECRET_KEY, type Product } from '../product/product.ts'
import type { Random } from '../random.ts'
import { type Person, signUp } from './people.ts'
import { createPromises, type Promises } from './promises.ts'
import { createTally, type Tally } from './tally.ts'

/** A phone for sale, as far as the crowd knows. */
export interface Phone {
  id: string
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
  /** The card payments as cards and their dashboard reach them, past every fault between them and the API. */
  stripe: Stripe
  database: Database
  categoryId: string
  buyers: Person[]
  sellers: Person[]
  admins: Person[]
  phones: Phone[]
  bookings: Booking[]
  /** Lets the holds of some unpaid orders run out. */
  letTimePass(): Promise<void>
  /** A browser reports a payment now. */
  onReport(intentId: string): void
  newcomer(role: 'BUYER' | 'SELLER'): Promise<Person>
}

/** So many phones and bookings are known at a time: the latest. */
export const REMEMBERED = 60

const BUYERS = 12
const SELLERS = 4
const ADMINS = 2

interface Gathering {
  product: Product
  random: Random
  database: Database
  letTimePass(): Promise<void>
  onReport(intentId: string): void
}

/** Signs everyone up. */
export async function gather(of: Gathering): Promise<Crowd> {
  const { product, random, database, letTimePass, onReport } = of
  const { port } = new URL(product.cardsUrl)
  const newcomers = (role: 'BUYER' | 'SELLER' | 'ADMIN', count: number) =>
    Promise.all(Array.from({ length: count }, () => signUp(of, role)))
  const category = { name: 'Aurora', slug: 'aurora', image: '/images/aurora.webp' }
  const { id: categoryId } = await insist(() => database.category.create({ data: category, select: { id: true } }))
  return {
    random,
    tally: createTally(),
    promises: createPromises(),
    letTimePass,
    onReport,
    stripe: new Stripe(CARD_SECRET_KEY, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 1,
      timeout: 5000,
    }),
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
