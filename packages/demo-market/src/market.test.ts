import { expect, test } from 'vitest'
import { marketAt } from './market.ts'
import { demoUsers } from './users.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-20T12:00:00Z')
const market = marketAt(now)

const idOf = (uid: string) => market.users.find(({ identityUid }) => identityUid === uid)?.id

test('the same moment gives the same market', () => {
  expect(marketAt(now)).toEqual(market)
})

test('its pictures do not depend on the moment, and no two are the same', () => {
  const later = marketAt(new Date('2031-01-01T00:00:00Z'))
  const names = market.pictures.map(({ name }) => name)
  expect(later.pictures.map(({ name }) => name)).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
})

test('there is something in every category, and about sixty listings in all', () => {
  expect(market.categories).toHaveLength(12)
  expect(new Set(market.listings.map(({ categoryId }) => categoryId)).size).toBe(12)
  expect(market.listings.length).toBeGreaterThanOrEqual(55)
  expect(market.listings.filter(({ advertisedAt }) => advertisedAt)).toHaveLength(8)
})

test('a sold phone has one paid order with its payment, a reserved one an order that is still held', () => {
  const states = market.listings.map(({ state }) => state)
  expect(states.filter(state => state === 'SOLD')).toHaveLength(13)
  expect(states.filter(state => state === 'RESERVED')).toHaveLength(3)
  for (const listing of market.listings) {
    const orders = market.orders.filter(({ listingId }) => listingId === listing.id)
    const payments = market.payments.filter(({ orderId }) => orders.some(({ id }) => id === orderId))
    if (listing.state === 'AVAILABLE') expect([...orders, ...payments]).toEqual([])
    if (listing.state === 'RESERVED') {
      expect(orders).toEqual([expect.objectContaining({ state: 'PLACED', priceCents: listing.resalePriceCents })])
      expect(Number(orders[0]?.reservedUntil)).toBeGreaterThan(Number(now))
      expect(payments).toEqual([])
    }
    if (listing.state === 'SOLD') {
      expect(orders).toEqual([expect.objectContaining({ priceCents: listing.resalePriceCents })])
      const paid = {
        state: 'SUCCEEDED',
        amountCents: listing.resalePriceCents,
        intentId: expect.stringMatching(/^pi_demo_/),
      }
      expect(payments).toEqual([expect.objectContaining(paid)])
    }
  }
})

test('there is a deal at every step after the payment', () => {
  const orders = market.orders.filter(({ state }) => state !== 'PLACED')
  expect(orders.map(({ state }) => state).toSorted()).toEqual([
    ...['CLAIMED', 'CLAIMED', 'HANDED_OVER', 'HANDED_OVER', 'PAID', 'PAID', 'PAID', 'PAID'],
    ...['PARTLY_REFUNDED', 'RELEASED', 'RELEASED', 'RELEASED', 'RELEASED'],
  ])
  for (const { state, endedAt, protectedUntil, handoverDueAt } of orders) {
    if (state === 'PAID') expect(Number(handoverDueAt)).toBeGreaterThan(Number(now))
    if (state === 'HANDED_OVER') expect(Number(protectedUntil)).toBeGreaterThan(Number(now))
    if (endedAt) expect(Number(protectedUntil) - Number(endedAt)).toBe(2 * DAY_MS)
  }
})

test('the demo’s seller sold phones whose money came long ago, one that is theirs since yesterday, and more that is held', () => {
  const theirs = new Set(market.listings.filter(({ sellerId }) => sellerId === idOf('demo-seller')).map(({ id }) => id))
  const orders = market.orders.filter(({ listingId }) => theirs.has(listingId))
  const daysAgo = orders.flatMap(({ releasedAt }) => (releasedAt ? [(Number(now) - Number(releasedAt)) / DAY_MS] : []))
  expect(daysAgo.filter(days => days > 31)).toHaveLength(3)
  expect(daysAgo.filter(days => days < 2)).toHaveLength(1)
  expect(orders.map(({ state }) => state)).toEqual(expect.arrayContaining(['PAID', 'HANDED_OVER', 'CLAIMED']))
})

test('a claim waits for its seller, one for an admin with pictures and notes, and one was settled with a part of the price', () => {
  const claims = market.claims.map(claim => {
    const order = market.orders.find(({ id }) => id === claim.orderId) ?? expect.fail('a claim of no order')
    const listing = market.listings.find(({ id }) => id === order.listingId)
    return { ...claim, order, sellerId: listing?.sellerId }
  })
  for (const { openedAt, order, closedAt, dueAt, text } of claims) {
    expect(Number(openedAt)).toBeGreaterThan(Number(order.endedAt))
    expect(Number(openedAt)).toBeLessThan(Number(order.protectedUntil))
    // Whoever seeds has at least a day to see it wait.
    if (closedAt === undefined) expect(Number(dueAt)).toBeGreaterThan(Number(now) + DAY_MS)
    expect(text.length).toBeGreaterThan(100)
  }
  const of = (state: string) => claims.find(claim => claim.state === state) ?? expect.fail(`none is ${state}`)
  const unanswered = of('SELLER_ANSWERS')
  expect([unanswered.sellerId, unanswered.order.buyerId]).toEqual([idOf('demo-seller'), idOf('demo-buyer')])
  const { orderId, images } = of('UNDECIDED')
  expect(images).toHaveLength(2)
  const about = { orderId }
  expect(market.notes.filter(note => note.orderId === orderId)).toMatchObject([about, about])
  expect(market.caseNotes).toMatchObject([about, about])
  const settled = of('PARTLY_REFUNDED')
  expect(settled.order.giveBackCents).toBe(settled.offerCents)
  expect(market.refunds.map(({ amountCents }) => amountCents)).toEqual([settled.offerCents])
  expect(market.notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['claim-opened', 'case-opened', 'case-undecided']),
  )
})

test('nothing happens before its time, or after now', () => {
  const posted = new Map(market.listings.map(({ id, postedAt, advertisedAt }) => [id, { postedAt, advertisedAt }]))
  for (const { postedAt, advertisedAt } of posted.values()) {
    expect(Number(postedAt)).toBeLessThan(Number(now))
    if (advertisedAt) expect(Number(advertisedAt)).toBeGreaterThan(Number(postedAt))
  }
  for (const { listingId, placedAt } of market.orders) {
    expect(Number(placedAt)).toBeGreaterThan(Number(posted.get(listingId)?.postedAt))
  }
  for (const { at } of market.audit) expect(Number(at)).toBeLessThanOrEqual(Number(now))
  const written = [...market.notes, ...market.caseNotes, ...market.notices]
  for (const { createdAt } of written) expect(Number(createdAt)).toBeLessThan(Number(now))
  expect(new Set(market.audit.map(({ id }) => id)).size).toBe(market.audit.length)
})

test('the texts read as people write: a few sentences, prices below what was paid', () => {
  for (const {
    productName,
    description,
    resalePriceCents,
    originalPriceCents,
    yearsUsed,
    yearOfPurchase,
  } of market.listings) {
    const sentences = description.split(/(?<=[.?!]) (?=[A-Z])/)
    expect(sentences.length, productName).toBeGreaterThanOrEqual(2)
    expect(sentences.length, productName).toBeLessThanOrEqual(4)
    expect(resalePriceCents, productName).toBeLessThan(originalPriceCents)
    if (yearOfPurchase) expect(yearOfPurchase, productName).toBe(2026 - yearsUsed)
  }
  expect(new Set(market.listings.map(({ description }) => description)).size).toBe(market.listings.length)
})

test('the people one signs in as are there by the names that the identity provider knows', () => {
  expect(demoUsers.slice(0, 3).map(({ uid, email }) => [uid, email])).toEqual([
    ['demo-admin', 'admin@second-ring.test'],
    ['demo-seller', 'seller@second-ring.test'],
    ['demo-buyer', 'buyer@second-ring.test'],
  ])
  expect(market.users.map(({ identityUid }) => identityUid)).toEqual(demoUsers.map(({ uid }) => uid))
})
