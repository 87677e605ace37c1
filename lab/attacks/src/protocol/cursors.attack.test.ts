import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let seller: Person
let rival: Person
let admin: Person
let categories: string[]
beforeAll(async () => {
  market = await createMarket({ webhooks: false, accountLimits: 'all=1000' })
  attack = attackOn(market)
  const { person } = usersOf(market)
  ;[seller, rival, admin] = [await person('SELLER'), await person('SELLER'), await person('ADMIN')]
  await Promise.all([person(), person()])
  categories = [(await market.category()).id, (await market.category()).id]
  for (const { id: sellerId } of [seller, rival]) {
    for (const categoryId of categories) {
      for (const seconds of [1, 2, 3]) {
        const at = new Date(1_790_000_000_000 + seconds * 1000)
        const { id } = await market.listing({ sellerId, categoryId, postedAt: at, advertisedAt: at })
        await market.as(seller.id).listings.setFavorite({ listingId: id, favorite: true })
        await market.as(rival.id).listings.setFavorite({ listingId: id, favorite: true })
        await market.order({ buyerId: sellerId, listingId: (await market.listing({ state: 'RESERVED' })).id })
      }
    }
  }
  await market.database.notice.createMany({
    data: [seller, rival].flatMap(({ id: userId }) =>
      [1, 2, 3].map(n => ({ userId, kind: 'booked', message: `News ${n}` })),
    ),
  })
})
afterAll(() => market.close())

interface List {
  name: string
  path: string
  input?: object
  as: () => string | undefined
}

/** Every list that is read page by page, in every sort and search. */
const lists = (): List[] => [
  { name: 'a category', path: 'listings.byCategory', input: { categoryId: categories[0] }, as: () => undefined },
  { name: 'another category', path: 'listings.byCategory', input: { categoryId: categories[1] }, as: () => undefined },
  { name: 'Home', path: 'listings.advertised', as: () => undefined },
  { name: 'a seller’s posts', path: 'listings.mine', as: () => seller.as },
  { name: 'another seller’s posts', path: 'listings.mine', as: () => rival.as },
  { name: 'favorites', path: 'listings.favorites', as: () => seller.as },
  { name: 'another’s favorites', path: 'listings.favorites', as: () => rival.as },
  { name: 'orders', path: 'orders.mine', as: () => seller.as },
  { name: 'another’s orders', path: 'orders.mine', as: () => rival.as },
  { name: 'notices', path: 'notices.list', as: () => seller.as },
  { name: 'another’s notices', path: 'notices.list', as: () => rival.as },
  { name: 'sellers', path: 'accounts.list', input: { role: 'SELLER' }, as: () => admin.as },
  { name: 'buyers', path: 'accounts.list', input: { role: 'BUYER' }, as: () => admin.as },
  {
    name: 'sellers of a search',
    path: 'accounts.list',
    input: { role: 'SELLER', search: 'robin' },
    as: () => admin.as,
  },
  { name: 'a search', path: 'search.listings', input: { text: 'aurora' }, as: () => undefined },
  { name: 'another search', path: 'search.listings', input: { text: 'aurora 12' }, as: () => undefined },
  { name: 'a search, newest', path: 'search.listings', input: { text: 'aurora', sort: 'newest' }, as: () => undefined },
  {
    name: 'a search, cheapest',
    path: 'search.listings',
    input: { text: 'aurora', sort: 'price-up' },
    as: () => undefined,
  },
  {
    name: 'a search, dearest',
    path: 'search.listings',
    input: { text: 'aurora', sort: 'price-down' },
    as: () => undefined,
  },
  {
    name: 'a search of a condition',
    path: 'search.listings',
    input: { text: 'aurora', conditions: ['GOOD'] },
    as: () => undefined,
  },
  { name: 'everything', path: 'search.listings', as: () => undefined },
  { name: 'the audit', path: 'audit.list', as: () => admin.as },
  { name: 'the audit of registrations', path: 'audit.list', input: { action: 'listing' }, as: () => admin.as },
]

function page({ path, input, as }: List, cursor?: string): Promise<Answer & { data: unknown }> {
  return attack.rpc(path, { ...input, limit: 1, ...(cursor !== undefined && { cursor }) }, { as: as() })
}

async function cursorOf(list: List): Promise<string> {
  const { nextCursor } = (await page(list)).data as { nextCursor: string | null }
  if (nextCursor === null) throw new Error(`${list.name} has one page only`)
  return nextCursor
}

describe('a cursor', () => {
  it('A70 of another list, sort, search or person is refused', async () => {
    // The audit has two entries of the kind.
    for (const { id } of [seller, rival]) await market.as(admin.id).accounts.verifySeller({ userId: id })
    for (const { id } of [seller, rival]) {
      const listing = await market.listing({ sellerId: id })
      await market.as(id).listings.advertise({ listingId: listing.id })
    }
    for (const of of lists()) {
      const cursor = await cursorOf(of)
      for (const on of lists()) {
        const answer = await page(on, cursor)
        expect({ of: of.name, on: on.name, status: answer.status }).toEqual({
          of: of.name,
          on: on.name,
          status: of.name === on.name ? 200 : 400,
        })
      }
    }
  })

  it('A70 that is forged or damaged is refused', async () => {
    for (const list of lists()) {
      const good = await cursorOf(list)
      const position = Buffer.from(good, 'base64url').toString()
      const forge = (text: string) => Buffer.from(text).toString('base64url')
      const forged = [
        forge(position.replace(/^\d+/, '9999999999999')),
        forge(position.replace(/^\d+/, '-1')),
        forge(position.replace(/^\d+/, '8640000000000001')),
        forge(position.replace(/[\da-f-]{36}/, crypto.randomUUID())),
        forge(position.split('.').slice(0, 2).join('.')),
        forge(`${position}x`),
        forge('1e3.x'),
        forge('NaN.0'),
        forge("1.' OR 1=1"),
        forge(`${Date.now()}.${crypto.randomUUID()}`),
        good.slice(1),
        good.slice(0, -4),
        `${good}AAAA`,
        '%00',
        "'",
        'null',
        '-',
        '',
        'x'.repeat(10_240),
      ]
      for (const cursor of forged) await attack.refused(() => page(list, cursor), 400, 414)
    }
  })

  it('A70 is held to its list on the REST paths too', async () => {
    const { send, refused } = attack
    const [one, two] = categories
    const paths: [string, string, string | undefined][] = [
      [`/categories/${one}?`, `/categories/${two}?`, undefined],
      ['/getAddProduct?', `/categories/${one}?`, undefined],
      [`/getProduct?email=${seller.email}`, `/orders?email=${seller.email}`, seller.as],
      [`/orders?email=${seller.email}`, `/getProduct?email=${seller.email}`, seller.as],
      ['/users/Buyer?', '/users/Seller?', admin.as],
    ]
    for (const [own, other, as] of paths) {
      const { headers } = await send('GET', `${own}&limit=1`, { as })
      const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1]
      expect((await send('GET', `${own}&limit=1&cursor=${cursor}`, { as })).status, own).toBe(200)
      await refused(() => send('GET', `${other}&limit=1&cursor=${cursor}`, { as }), 400)
      await refused(() => send('GET', `${own}&limit=1&cursor=${cursor}x`, { as }), 400)
      await refused(() => send('GET', `${own}&limit=1&cursor=`, { as }), 400)
    }
  })
})
