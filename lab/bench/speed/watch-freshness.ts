import { signedInAs } from './access-token.ts'
import type { Site, Target } from './bench.ts'
import { median } from './measure.ts'
import { bookingsOf, query } from './scenarios.ts'

/** How long until another process shows a change, from the moment at which its maker was answered, in milliseconds. */
export interface Freshness {
  bookings: { count: number; median: number; longest: number }
  prices: { count: number; median: number; longest: number }
  /** Bookings whose buyer was shown the phone as available by their own very next read. */
  shownToBuyer: number
}

const CHANGES = 50
const LATEST_MS = 1000
const GIVEN_UP_MS = 5000

/** Books and changes prices in one process, and reads in another. Both keep what they read. */
export async function watchFreshness(
  site: Site,
  other: { url: string },
): Promise<{ freshness: Freshness; targets: Target[] }> {
  const { subjects, kept } = site
  const bookings: number[] = []
  const prices: number[] = []
  let shownToBuyer = 0
  for (let count = 0; count < CHANGES; count += 1) {
    prices.push(await untilPriceShows(site, other, 20_000 + count))
    const phone = await firstOf(kept.url, subjects.edited.categoryId, subjects.edited.listingId)
    const [shot] = bookingsOf([{ id: phone, productName: '', cents: 0 }], subjects).rpc
    if (!shot) throw new Error('There is no booking')
    await firstOf(other.url, subjects.edited.categoryId, '')
    const { ok } = await fetch(kept.url + shot.path, {
      method: 'POST',
      headers: shot.headers ?? {},
      body: shot.body ?? '',
    })
    if (!ok) throw new Error('A booking was refused')
    const bookedAt = performance.now()
    if ((await shelfOf(kept.url, subjects.edited.categoryId)).has(phone)) shownToBuyer += 1
    bookings.push(await until(bookedAt, async () => !(await shelfOf(other.url, subjects.edited.categoryId)).has(phone)))
  }
  const freshness = { bookings: spread(bookings), prices: spread(prices), shownToBuyer }
  const late = (what: string, measured: number): Target => ({
    what,
    measured,
    limit: LATEST_MS,
    kind: 'at most',
    unit: 'ms',
  })
  return {
    freshness,
    targets: [
      late('A booking shows in another process, the latest of all', freshness.bookings.longest),
      late('A price shows in another process, the latest of all', freshness.prices.longest),
      {
        what: 'Bookings that their buyer still saw as available',
        measured: shownToBuyer,
        limit: 0,
        kind: 'at most',
        unit: '×',
      },
    ],
  }
}

async function untilPriceShows(
  { kept, subjects }: Site,
  other: { url: string },
  resalePriceCents: number,
): Promise<number> {
  const { sellerId, listingId, categoryId, description } = subjects.edited
  await shelfOf(other.url, categoryId)
  const { ok } = await fetch(`${kept.url}/trpc/listings.edit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedInAs(sellerId) },
    body: JSON.stringify({ listingId, description, resalePriceCents }),
  })
  if (!ok) throw new Error('A change of price was refused')
  const changedAt = performance.now()
  return until(changedAt, async () => (await shelfOf(other.url, categoryId)).get(listingId) === resalePriceCents)
}

async function until(since: number, isShown: () => Promise<boolean>): Promise<number> {
  while (!(await isShown())) if (performance.now() - since > GIVEN_UP_MS) return GIVEN_UP_MS
  return performance.now() - since
}

/** The first page of a category: its phones and their prices. */
async function shelfOf(url: string, categoryId: string): Promise<Map<string, number>> {
  const response = await fetch(url + query('listings.byCategory', { categoryId }))
  const { result } = (await response.json()) as {
    result: { data: { items: { id: string; resalePriceCents: number }[] } }
  }
  return new Map(result.data.items.map(({ id, resalePriceCents }) => [id, resalePriceCents]))
}

async function firstOf(url: string, categoryId: string, except: string): Promise<string> {
  const id = [...(await shelfOf(url, categoryId)).keys()].find(key => key !== except)
  if (id === undefined) throw new Error('The category is sold out')
  return id
}

function spread(times: number[]) {
  return { count: times.length, median: median(times), longest: Math.max(...times) }
}
