import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLists, type Owners } from './testing/fill-lists.ts'
import { type Answer, restClient, type TestUser } from './testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
let people: Record<'admin' | 'seller' | 'buyer', TestUser>
let owners: Owners
beforeAll(async () => {
  market = await createMarket({ cachesResponses: true, accountLimits: 'liveAdverts=100000' })
  client = restClient(market)
  people = {
    admin: await client.user('ADMIN'),
    seller: await client.user('SELLER'),
    buyer: await client.user('BUYER'),
  }
  const { id: categoryId } = await market.category()
  owners = { categoryId, sellerId: people.seller.id, buyerId: people.buyer.id }
})
afterAll(() => market.close())

interface List {
  list: string
  caller: keyof typeof people | null
  path(): string
}

const lists: List[] = [
  { list: 'GET /users/Buyer', caller: 'admin', path: () => '/users/Buyer' },
  { list: 'GET /users/Seller', caller: 'admin', path: () => '/users/Seller' },
  { list: 'GET /orders', caller: 'buyer', path: () => `/orders?email=${people.buyer.email}` },
  { list: 'GET /orders?all=true', caller: 'buyer', path: () => `/orders?email=${people.buyer.email}&all=true` },
  { list: 'GET /getProduct', caller: 'seller', path: () => `/getProduct?email=${people.seller.email}` },
  { list: 'GET /getAddProduct', caller: null, path: () => '/getAddProduct?email=undefined' },
  { list: 'GET /getAddProduct, signed in', caller: 'buyer', path: () => `/getAddProduct?email=${people.buyer.email}` },
  { list: 'GET /categories/{id}', caller: null, path: () => `/categories/${owners.categoryId}` },
  { list: 'GET /categories/{id}, signed in', caller: 'buyer', path: () => `/categories/${owners.categoryId}` },
]

const ask = (path: string, { caller }: List, method = 'GET') =>
  client.send(method, path, { as: caller === null ? undefined : people[caller].as })
const idsOf = ({ body }: Answer) => (body as { _id: string }[]).map(({ _id }) => _id)
const nextOf = ({ headers }: Answer) => /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** All ids of a list, read by pages of 100. */
async function paged(of: List): Promise<string[]> {
  const ids: string[] = []
  const separator = of.path().includes('?') ? '&' : '?'
  for (let path: string | undefined = `${of.path()}${separator}limit=100`; path !== undefined; ) {
    const answer = await ask(path, of)
    ids.push(...idsOf(answer))
    path = nextOf(answer)
  }
  return ids
}

describe.each([
  { rows: 152, more: 0 },
  { rows: 10_040, more: 40 },
])('of $rows rows, without a limit,', ({ rows, more }) => {
  beforeAll(() => fillLists(market, owners, rows))

  it.each(lists)(
    '$list answers all, 10,000 at once, and names where the rest begins',
    { timeout: 30_000 },
    async of => {
      const answer = await ask(of.path(), of)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const ids = idsOf(answer)
      expect(ids).toHaveLength(rows - more)
      const next = nextOf(answer)
      expect(next === undefined).toBe(more === 0)
      if (next !== undefined) ids.push(...idsOf(await ask(next, of)))
      expect(new Set(ids).size).toBe(rows)
      if (rows < 1000) expect(ids).toEqual(await paged(of))
    },
  )

  it.each(lists)('HEAD as $list has the headers alone', async of => {
    const [head, get] = [await ask(of.path(), of, 'HEAD'), await ask(of.path(), of)]
    expect(head).toMatchObject({ status: 200, body: null })
    for (const name of ['content-type', 'link', 'etag', 'cache-control']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    }
  })
})

it('shows a seller’s email on every page of a list to who is signed in, and on none to anyone else', async () => {
  for (const of of lists.filter(({ list }) => /^GET \/(?:getAddProduct|categories)/.test(list))) {
    const { body } = await ask(of.path(), of)
    const emails = new Set((body as { email?: string }[]).map(({ email }) => email))
    expect(emails).toEqual(new Set([of.caller === null ? undefined : people.seller.email]))
  }
})

it('a long list that is cached for everyone begins anew after a change', async () => {
  const path = `/categories/${owners.categoryId}`
  const [newest = '', next] = idsOf(await client.send('GET', path))
  const deleted = await client.send('DELETE', `/deleteProduct/${newest}`, { as: people.seller.as })
  expect(deleted.body).toMatchObject({ deletedCount: 1 })
  expect(idsOf(await client.send('GET', path))[0]).toBe(next)
})

it('all categories are answered, however many', async () => {
  await market.database.$executeRaw`
    INSERT INTO categories (name, slug, image) SELECT 'Category ' || n, 'category-' || n, '/images/x.webp'
    FROM generate_series(1, 152) AS n`
  const { body } = await client.send('GET', '/categories', { headers: { [MAX_AGE_HEADER]: '0' } })
  expect(body).toHaveLength(await market.database.category.count())
})
