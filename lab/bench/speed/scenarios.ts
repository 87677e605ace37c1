import { signedInAs } from './access-token.ts'
import type { Shot } from './load-cli.ts'
import type { Bookable, Subjects } from './pick-subjects.ts'

/** Something that people do, by the product's two transports and by the bare server. */
export interface Scenario {
  name: string
  title: string
  /** Whether it is the same for everyone, and so is kept. */
  isPublic: boolean
  /** The least that the product must reach of the bare server, with its cache warm and without one. */
  atLeast: { kept?: number; read?: number }
  /** The bare server answers each transport's JSON. */
  rpc: Face
  rest?: Face
}

export interface Face {
  product: Shot[]
  bare: Shot[]
}

const get = (paths: string[]): Shot[] => paths.map(path => ({ path }))

/** A query of the typed API. */
export const query = (procedure: string, input: unknown) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`

/** The reads. One more is one more entry here, and a route of the bare server. */
export function readsOf({ categories, buyers, listings }: Subjects): Scenario[] {
  return [
    {
      name: 'category',
      title: 'Category page',
      isPublic: true,
      atLeast: { kept: 2, read: 0.8 },
      rpc: {
        product: get(categories.map(({ id }) => query('listings.byCategory', { categoryId: id }))),
        bare: get(categories.map(({ id }) => `/category/${id}`)),
      },
      rest: {
        product: get(categories.map(({ id }) => `/categories/${id}?limit=20`)),
        bare: get(categories.map(({ id }) => `/rest/category/${id}`)),
      },
    },
    {
      name: 'home',
      title: 'Home, advertised items',
      isPublic: true,
      atLeast: { kept: 2, read: 0.8 },
      rpc: { product: get([query('listings.advertised', {})]), bare: get(['/advertised']) },
      rest: { product: get(['/getAddProduct?limit=20']), bare: get(['/rest/advertised']) },
    },
    {
      name: 'listing',
      title: 'One listing',
      isPublic: true,
      atLeast: { kept: 2, read: 0.8 },
      rpc: {
        product: get(listings.map(id => query('listings.get', { listingId: id }))),
        bare: get(listings.map(id => `/listing/${id}`)),
      },
    },
    {
      name: 'orders',
      title: 'My orders',
      isPublic: false,
      atLeast: {},
      rpc: {
        product: buyers.map(({ id }) => ({ path: query('orders.mine', {}), headers: signedInAs(id) })),
        bare: get(buyers.map(({ id }) => `/orders/${id}`)),
      },
    },
  ]
}

/** Models, makes, parts of a name, places, and words of a description: what people type. */
const searchTexts = [
  ...['iphone 13', 'galaxy', 'pixel 7 128', 'redmi note', 'portland', 'iphone', 'galaxy s22 256 gb', 'oneplus nord'],
  ...['xperia 5', 'moto g84', 'nokia x20', 'fairphone 4', 'nothing phone', 'xiaomi 13', 'p30 pro', 'mate 20 128'],
  ...['honor 90', 'edge 40', 'battery', 'texas', 'pixel', 'poco f4', 'razr', 'iphone 13 portland'],
]
const searchFacets = [
  { conditions: ['GOOD'], maxPriceCents: 60_000 },
  { conditions: ['EXCELLENT', 'GOOD'], maxYearsUsed: 3 },
  { verifiedOnly: true, maxPriceCents: 80_000 },
  { conditions: ['FAIR'], minPriceCents: 10_000 },
]

/** Searches with two facets. What the bare server does instead is to read one row by its key. */
export function searchesOf({ listings, buyers }: Subjects): Scenario[] {
  if (listings.length === 0) return []
  const asked = searchTexts.flatMap((text, index) =>
    [0, 1].map(more => ({ text, ...searchFacets[(index + more) % searchFacets.length] })),
  )
  const bare = get(buyers.map(({ id }) => `/user/${id}`))
  const search = (name: string, title: string, inputs: unknown[]): Scenario => {
    return {
      name,
      title,
      isPublic: true,
      atLeast: {},
      rpc: { product: get(inputs.map(input => query(name, input))), bare },
    }
  }
  return [
    search(
      'search.listings',
      'Search, two facets, newest',
      asked.map(input => ({ ...input, sort: 'newest' })),
    ),
    search('search.listings', 'Search, two facets, by relevance', asked),
    search('search.facets', 'Search, its facets counted', asked),
  ]
}

const meeting = { phone: '+1 555 010 0199', meetingPlace: 'Central Library' }
const json = { 'content-type': 'application/json' }

/** A booking of each phone, by the buyers in turn. */
export function bookingsOf(bookables: Bookable[], { buyers }: Subjects): Record<'bare' | 'rpc' | 'rest', Shot[]> {
  const shots = (of: (phone: Bookable, buyer: { id: string; email: string }) => Shot) =>
    bookables.flatMap((phone, index) => {
      const buyer = buyers[index % buyers.length]
      return buyer ? of(phone, buyer) : []
    })
  return {
    bare: shots(({ id: listingId }, { id: buyerId }) => {
      return { method: 'POST', path: '/book', headers: json, body: JSON.stringify({ listingId, buyerId, ...meeting }) }
    }),
    rpc: shots(({ id: listingId, cents }, { id }) => ({
      method: 'POST',
      path: '/trpc/orders.place',
      headers: { ...json, ...signedInAs(id) },
      body: JSON.stringify({ listingId, expectedPriceCents: cents, ...meeting }),
    })),
    rest: shots(({ id: productId, productName, cents }, { id, email }) => ({
      method: 'POST',
      path: '/orders',
      headers: { ...json, ...signedInAs(id) },
      body: JSON.stringify({
        product: productName,
        email,
        price: cents / 100,
        location: meeting.meetingPlace,
        phone: meeting.phone,
        productId,
      }),
    })),
  }
}
