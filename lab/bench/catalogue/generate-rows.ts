import { createRandom, idAt, type Random } from './random.ts'
import { firstNames, lastNames, meetingPlaces, places, remarks, shelves, storages } from './words.ts'

/** How many there are of what, whatever the size of the catalogue. */
const SELLERS = 50_000
const BUYERS = 20_000
const ORDERS = 200_000

const SEED = 20_261_101
/** So long ago that no charge is asked about any more: nothing of the outside is called. */
const NOW = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const SPAN_MS = 3 * 365 * DAY_MS
/** So far ahead that no hold runs out while a catalogue is kept. */
const HELD_UNTIL = '2099-01-01T00:00:00.000Z'

interface Line {
  table: 'users' | 'categories' | 'listings' | 'orders' | 'payments'
  /** As COPY reads it; null is \N. */
  values: string
}

interface Taken {
  id: string
  name: string
  image: string
  cents: number
  postedAt: number
  isSold: boolean
}

export const columns: Record<Line['table'], string> = {
  users: 'id, identity_uid, email, email_verified_at, name, role, verified_at, created_at',
  categories: 'id, name, slug, image, position',
  listings:
    'id, category_id, seller_id, seller_name, product_name, images, condition, description, location, ' +
    'resale_price_cents, original_price_cents, years_used, year_of_purchase, state, posted_at, advertised_at, updated_at',
  orders:
    'id, listing_id, buyer_id, product_name, product_image, price_cents, meeting_place, phone, state, reserved_until, ' +
    'handover_code, paid_at, handover_due_at, ending, ended_at, protected_until, placed_at, updated_at',
  payments: 'id, order_id, buyer_id, intent_id, amount_cents, state, created_at, received_at',
}

const line = (table: Line['table'], ...values: (string | number | null)[]): Line => ({
  table,
  values: values.map(value => value ?? '\\N').join('\t'),
})
const iso = (ms: number) => new Date(ms).toISOString()
const pictureOf = (random: Random) => `https://images.example.com/${random.hex()}${random.hex()}.webp`

const endings: Record<string, string> = {
  HANDED_OVER: 'HANDED_OVER',
  RELEASED: 'HANDED_OVER',
  CANCELLED: 'CANCELLED_BY_BUYER',
  EXPIRED: 'EXPIRED',
}

/** A market with so many listings, row by row, those that others refer to first. The same every time. */
export function* generateRows(listings: number): Generator<Line> {
  const random = createRandom(SEED)
  const people = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = NOW - SPAN_MS - DAY_MS + index
      const name = `${random.oneOf(firstNames)} ${random.oneOf(lastNames)}`
      return { id: idAt(at, random), uid: `${prefix}-${index}`, name, at }
    })
  const [sellers, buyers] = [people('seller', SELLERS), people('buyer', BUYERS)]
  for (const { id, uid, name, at } of sellers) {
    const verifiedAt = random.share() < 0.3 ? iso(at) : null
    yield line('users', id, uid, `${uid}@example.com`, iso(at), name, 'SELLER', verifiedAt, iso(at))
  }
  for (const { id, uid, name, at } of buyers)
    yield line('users', id, uid, `${uid}@example.com`, iso(at), name, 'BUYER', null, iso(at))
  const categories = shelves.map((shelf, index) => ({ ...shelf, id: idAt(NOW - SPAN_MS - DAY_MS + index, random) }))
  for (const [position, { id, name, slug }] of categories.entries()) {
    yield line('categories', id, name, slug, pictureOf(random), position)
  }
  const byPart = categories.flatMap(category => Array.from({ length: category.parts }, () => category))

  const taken: Taken[] = []
  const some: Taken[] = []
  for (let index = 0; index < listings; index += 1) {
    const postedAt = NOW - SPAN_MS + Math.floor((index / listings) * SPAN_MS)
    const [category, seller] = [random.oneOf(byPart), random.oneOf(sellers)]
    const id = idAt(postedAt, random)
    const productName = `${random.oneOf(category.models)} ${random.oneOf(storages)}`
    const images = Array.from({ length: 1 + random.below(3) }, () => pictureOf(random))
    const years = random.below(6)
    const original = 19_900 + random.below(120) * 1_000
    const cents = Math.max(5_000, Math.floor(original * (0.75 - years * 0.1) * (0.8 + random.share() * 0.4)))
    const description = Array.from({ length: 2 + random.below(4) }, () => random.oneOf(remarks)).join(' ')
    // The first places are where most are.
    const location = places[Math.floor(random.share() ** 2 * places.length)] ?? places[0]
    const chance = random.share()
    const state = chance < 0.88 ? 'AVAILABLE' : chance < 0.91 ? 'RESERVED' : chance < 0.98 ? 'SOLD' : 'REMOVED'
    const condition = random.oneOf(['EXCELLENT', 'GOOD', 'GOOD', 'FAIR'])
    const advertisedAt = random.share() < 0.01 ? iso(postedAt + random.below(DAY_MS)) : null
    const bought = random.share() < 0.6 ? new Date(postedAt).getUTCFullYear() - years : null
    yield line(
      'listings', id, category.id, seller.id, seller.name, productName, `{${images.join(',')}}`, condition, description,
      location, cents, original, years, bought, state, iso(postedAt), advertisedAt, iso(postedAt),
    ) // biome-ignore format: one row
    const listing = { id, name: productName, image: images[0] ?? '', cents, postedAt, isSold: state === 'SOLD' }
    if (state === 'RESERVED' || state === 'SOLD') taken.push(listing)
    else if (some.length < 50_000) some.push(listing)
  }

  for (let index = 0; index < ORDERS; index += 1) {
    const live = taken[index]
    const listing = live ?? random.oneOf(some)
    const state = live
      ? live.isSold
        ? random.oneOf(['PAID', 'HANDED_OVER'])
        : 'PLACED'
      : random.oneOf(['CANCELLED', 'EXPIRED'])
    const isPaid = state === 'PAID' || state === 'HANDED_OVER'
    const placedAt = Math.min(listing.postedAt + random.below(30 * DAY_MS), NOW)
    const id = idAt(placedAt, random)
    const buyer = random.oneOf(buyers)
    const until = state === 'PLACED' ? HELD_UNTIL : iso(placedAt + 2 * DAY_MS)
    const paidAt = isPaid ? iso(placedAt + 60_000) : null
    const ending = endings[state] ?? null
    yield line(
      'orders', id, listing.id, buyer.id, listing.name, listing.image, listing.cents, random.oneOf(meetingPlaces),
      '+1 555 010 0199', state, until, isPaid ? '123456' : null, paidAt, isPaid ? HELD_UNTIL : null,
      ending, ending && until, state === 'HANDED_OVER' ? until : null, iso(placedAt), iso(placedAt),
    ) // biome-ignore format: one row
    if (paidAt === null) continue
    yield line('payments', idAt(placedAt, random), id, buyer.id, `pi_${id}`, listing.cents, 'SUCCEEDED', paidAt, paidAt)
  }
}
