import { expect, test } from 'vitest'
import { marketAt } from './market.ts'
import { demoUsers } from './users.ts'

const now = new Date('2026-11-20T12:00:00Z')
const market = marketAt(now)

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
  expect(states.filter(state => state === 'SOLD')).toHaveLength(8)
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

test('some phones are paid, some are being checked by their buyers, and of some the money was released', () => {
  const orders = market.orders.filter(({ state }) => state !== 'PLACED')
  expect(orders.map(({ state }) => state).toSorted()).toEqual([
    ...['HANDED_OVER', 'HANDED_OVER', 'PAID', 'PAID', 'PAID', 'PAID', 'RELEASED', 'RELEASED'],
  ])
  for (const { state, endedAt, protectedUntil, releasedAt } of orders) {
    const day = 24 * 3_600_000
    if (state === 'HANDED_OVER') expect(Number(protectedUntil)).toBeGreaterThan(Number(now))
    if (state === 'RELEASED') expect(Number(releasedAt)).toBeLessThan(Number(now) - 28 * day)
    if (endedAt) expect(Number(protectedUntil) - Number(endedAt)).toBe(2 * day)
  }
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
